#!/usr/bin/env bash
# Trains the network of chess further: plays games, trains it, and plays it against the program's
# own. A run that was stopped goes on.
#
#   networks/chess.sh PROGRAM FOLDER [MILLIONS [GAMES]]
#
# The games are those of seeds 9101, 9102, ..., a million scored positions each, two thirds of
# which `train` keeps; a million takes ten minutes of a core. The file of games has 3 bytes for
# a position. Of all epochs, the one with the least error by the judge is taken: by games of
# 20,000 nodes a move, none of which is trained on. They were made by
#   plyglot datagen --game chess --nodes 20000 --plies 8 --noise 10 --hash 16 --seed 9001 \
#       --positions 60000 --out tools/judges/chess.games
# THREADS cores are used (by default one).
set -euo pipefail
judge=$(realpath "$(dirname "$0")/../tools/judges/chess.games")
program=$(realpath "$1")
folder=$2
millions=${3:-10}
games=${4:-400}
threads=${THREADS:-1}

mkdir -p "$folder"
cd "$folder"
for ((i = 1; i <= millions; i++)); do
    "$program" datagen --game chess --nodes 1000 --plies 8 --noise 10 --hash 1 \
        --threads "$threads" --positions 1000000 --seed $((9100 + i)) --out "$((9100 + i)).games"
done
[[ -e new.network ]] || {
    "$program" train --game chess --data ./9*.games --judge "$judge" --lambda 0 --batch 16384 \
        --epochs 6 --rate 0.0001 --last-rate 0.00001 --threads "$threads" --resume \
        --out trained.network
    mv trained.network new.network
}

"$program" match --game chess \
    --engine cmd="$program" name=new option.EvalFile=new.network \
    --engine cmd="$program" name=own --each nodes=20000 option.Hash=16 \
    --openings random plies=8 balance=80 --rounds $((games / 2)) --seed 9000 \
    --concurrency "$threads"
