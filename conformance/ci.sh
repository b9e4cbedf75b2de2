#!/usr/bin/env bash
# Checks Quire on each database, and on SQLite without each optional plugin. Needs a build, and MariaDB and PostgreSQL on their
# usual local ports. Writes reports and outputs to the given folder, by default .tmp/conformance. The state of each row must equal
# counts.json.
set -u
cd "$(dirname "$0")/.."
reports=${1:-.tmp/conformance}
mkdir -p "$reports"
rm -f "$reports"/*
name=quire_conformance_$$
failed=0
titles=()

# Each run is a process group, so that one signal ends all its processes.
set -m
# Also after an interruption. The suite drops its own databases.
clean_up() {
  local job
  for job in $(jobs -rp); do
    kill -- "-$job"
    while kill -0 -- "-$job" 2>/dev/null; do sleep 0.1; done
  done
  mysql -h 127.0.0.1 -u root -e "DROP DATABASE IF EXISTS $name"
  dropdb -h 127.0.0.1 -U postgres --if-exists "$name" 2>/dev/null
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# start TITLE COMMAND…: three at a time on two cores, because each waits for its database and its deployments much of the time.
start() {
  local title=$1
  shift
  while (($(jobs -rp | wc -l) >= 3)); do wait -n; done
  titles+=("$title")
  echo "conformance: $title"
  ("$@" || touch "$reports/$title.failed") >"$reports/$title.txt" 2>&1 &
}

check() {
  local title=$1
  shift
  node dist/conformance/main.js --html "$reports/$title.html" --junit "$reports/$title.xml" --json "$reports/$title.json" "$@"
}

ask_randomly() {
  node dist/conformance/main.js --random 100 "$@"
}

sqlite() {
  check sqlite && ask_randomly
}
mariadb() {
  local database="mysql://root@127.0.0.1:3306/$name"
  mysql -h 127.0.0.1 -u root -e "CREATE DATABASE $name CHARACTER SET utf8mb4" &&
    check mariadb --database "$database" &&
    ask_randomly --database "$database"
}
postgres() {
  local database="postgres://postgres@127.0.0.1:5432/$name"
  createdb -h 127.0.0.1 -U postgres "$name" &&
    check postgres --database "$database" &&
    ask_randomly --database "$database"
}
start sqlite sqlite
start mariadb mariadb
start postgres postgres
# Only the runs above ask rows that need separate starts: these starts would take half of the time. The random questions of the section
# "random" are enough here.
own=(--skip-needs config,files,production,extension --skip quire.random)
for plugin in i18n draft-and-publish users-permissions api-tokens upload graphql; do
  start "without-$plugin" check "without-$plugin" "${own[@]}" --without "$plugin"
done
# No row needs openapi. The run also enables all examples of plugins, which must change no row. Two kinds of rows are left out: those that
# disable a plugin which an example needs, and the one that counts the rows of each event.
start without-openapi check without-openapi --skip graphql.config,graphql.extension,quire.random,quire.switches,quire.events --without openapi --plugins conformance/examples.json
wait

for title in "${titles[@]}"; do
  printf '\n== conformance: %s\n' "$title"
  cat "$reports/$title.txt"
  [ ! -e "$reports/$title.failed" ] || failed=1
done
node dist/conformance/compare-counts.js conformance/counts.json "$reports"/*.json || failed=1
exit "$failed"
