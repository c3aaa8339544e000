#!/usr/bin/env bash
# A network that is the whole evaluation of chess: plays the games that it is trained on, trains
# it, and plays it against the program's own evaluation. A run that was stopped goes on.
#
#   networks/chess.sh PROGRAM FOLDER [NEURONS [MILLIONS [GAMES]]]
#
# The games are those of seeds 9001, 9002, ..., a million scored positions each, two thirds of
# which `train` keeps; a million takes two minutes of a core. The file of games has 3 bytes for
# a position. THREADS cores are used (by default one).
set -euo pipefail
program=$(realpath "$1")
folder=$2
neurons=${3:-256}
millions=${4:-150}
games=${5:-1000}
threads=${THREADS:-1}

mkdir -p "$folder"
cd "$folder"
for ((i = 1; i <= millions; i++)); do
    "$program" datagen --game chess --nodes 100 --plies 8 --hash 1 --threads "$threads" \
        --positions 1000000 --seed $((9000 + i)) --out "$((9000 + i)).games"
done
network=alone-$neurons.network
if [[ ! -e $network ]]; then
    "$program" train --game chess --data ./9*.games --from zero --alone --hidden "$neurons" \
        --lambda 0.1 --epochs 30 --threads "$threads" --resume --out "$network.new"
    mv "$network.new" "$network"
fi
"$program" match --game chess \
    --engine cmd="$program" name=alone option.EvalFile="$network" \
    --engine cmd="$program" name=sum --each st=0.1 timemargin=100 option.Hash=16 \
    --openings random plies=8 balance=80 --rounds $((games / 2)) --seed 9000 \
    --concurrency "$threads"
