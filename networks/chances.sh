#!/usr/bin/env bash
# Fits the chances at scores (docs/internals/wdl.md) of the program's networks to games of their
# own, and writes them into the networks' files. A new network needs it: tests/house/figures.rs
# asks for it.
#
#   networks/chances.sh PROGRAM WDL FOLDER [GAMES [NETWORK...]]
#
# PROGRAM is `plyglot` with these networks, WDL the example `wdl`. Without NETWORK, all whose file
# has no chances yet. Games of the same network in FOLDER are used again.
set -euo pipefail
root=$(dirname "$(realpath "$0")")/..
program=$(realpath "$1")
wdl=$(realpath "$2")
mkdir -p "$3"
folder=$(realpath "$3")
games=${4:-500}
shift $(($# < 4 ? $# : 4))

header() { sed '/^$/q' "$1" | tr -d '\0'; }
# The sum of what follows the header, without the checksum of all.
sum() { LC_ALL=C sed '1,/^$/d' "$1" | head -c -4 | cksum | cut -d ' ' -f 1; }
if (($#)); then
    networks=("$@")
else
    mapfile -t networks < <(find "$root/crates" -name '*.network' | sort)
fi
for network in "${networks[@]}"; do
    if (($# == 0)) && header "$network" | grep -aq '^chances '; then
        continue
    fi
    game=$(header "$network" | sed -n 's/^game //p')
    file=$folder/$game-$(sum "$network").games
    "$program" datagen --game "$game" --nodes 1000 --plies 8 --games "$games" --seed 8001 \
        --threads "${THREADS:-1}" --out "$file"
    "$wdl" "$file" --write "$network"
done
