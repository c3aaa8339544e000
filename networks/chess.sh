#!/usr/bin/env bash
# A network that is the whole evaluation of chess: plays the games that it is trained on, trains
# it, and plays it against the program's own evaluation. A run that was stopped goes on.
#
#   networks/chess.sh PROGRAM FOLDER [NEURONS [MILLIONS [GAMES]]]
#
# The games are those of seeds 9001, 9002, ..., a million scored positions each, two thirds of
# which `train` keeps; a million takes two minutes of a core. The file of games has 3 bytes for
# a position. Training first imitates the program's own evaluation, with half the neurons, with all,
# and in more variations, and then learns from the games: 3 hours of a core for 512 neurons and 37
# million positions, and 11 GB of memory. THREADS cores are used (by default one).
set -euo pipefail
program=$(realpath "$1")
folder=$2
neurons=${3:-512}
millions=${4:-37}
games=${5:-1000}
threads=${THREADS:-1}

mkdir -p "$folder"
cd "$folder"
for ((i = 1; i <= millions; i++)); do
    "$program" datagen --game chess --nodes 100 --plies 8 --hash 1 --threads "$threads" \
        --positions 1000000 --seed $((9000 + i)) --out "$((9000 + i)).games"
done

# trained FILE OPTION...
trained() {
    [[ -e $1 ]] || {
        "$program" train --game chess --data ./9*.games --alone --threads "$threads" --resume \
            --out "$1.new" "${@:2}"
        mv "$1.new" "$1"
    }
}
imitating=(--lambda 0 --scale 200)
trained narrow.network --from zero --hidden $((neurons / 2)) "${imitating[@]}" --variations 8 \
    --epochs 4 --last-rate 0.00003
trained wide.network --from narrow.network --hidden "$neurons" "${imitating[@]}" --variations 8 \
    --epochs 2 --rate 0.0006 --last-rate 0.00003
trained imitating.network --from wide.network "${imitating[@]}" --variations 16 --epochs 3 \
    --rate 0.0005 --last-rate 0.00002
trained alone.network --from imitating.network --lambda 0.1 --epochs 3 --rate 0.0003

"$program" match --game chess \
    --engine cmd="$program" name=alone option.EvalFile=alone.network \
    --engine cmd="$program" name=sum --each st=0.1 timemargin=100 option.Hash=16 \
    --openings random plies=8 balance=80 --rounds $((games / 2)) --seed 9000 \
    --concurrency "$threads"
