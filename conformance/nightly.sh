#!/usr/bin/env bash
# What is too long for each change: 200 faults made by rules, and many random questions. Needs a build. The arguments go to the run
# of faults: --seed 7.
set -u
cd "$(dirname "$0")/.."
failed=0
node dist/conformance/main.js --random 20000 || failed=1
node dist/conformance/faults/main.js --sample 200 "$@" || failed=1
exit "$failed"
