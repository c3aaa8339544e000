#!/usr/bin/env bash
# Trains the network of chess further: plays games, trains it, and plays it against the program's
# own. A run that was stopped goes on.
#
#   networks/chess.sh PROGRAM FOLDER [MILLIONS [GAMES]]
#
# The games are those of seeds 9001, 9002, ..., a million scored positions each, two thirds of
# which `train` keeps; a million takes two minutes of a core. The file of games has 3 bytes for
# a position. THREADS cores are used (by default one).
set -euo pipefail
program=$(realpath "$1")
folder=$2
millions=${3:-37}
games=${4:-1000}
threads=${THREADS:-1}

mkdir -p "$folder"
cd "$folder"
for ((i = 1; i <= millions; i++)); do
    "$program" datagen --game chess --nodes 100 --plies 8 --hash 1 --threads "$threads" \
        --positions 1000000 --seed $((9000 + i)) --out "$((9000 + i)).games"
done
[[ -e new.network ]] || {
    "$program" train --game chess --data ./9*.games --lambda 0.1 --epochs 2 --rate 0.00008 \
        --threads "$threads" --resume --out trained.network
    mv trained.network new.network
}

"$program" match --game chess \
    --engine cmd="$program" name=new option.EvalFile=new.network \
    --engine cmd="$program" name=own --each st=0.1 timemargin=100 option.Hash=16 \
    --openings random plies=8 balance=80 --rounds $((games / 2)) --seed 9000 \
    --concurrency "$threads"
