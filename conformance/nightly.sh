#!/usr/bin/env bash
# What is too long for each change: all rows in all runs, many random questions, and 200 faults made by rules. Needs a build. The
# arguments go to the run of faults: --seed 7.
set -u
cd "$(dirname "$0")/.."
failed=0
conformance/ci.sh --all .tmp/nightly || failed=1
node dist/conformance/main.js --random 20000 || failed=1
node dist/conformance/faults/main.js --sample 200 "$@" || failed=1
exit "$failed"
