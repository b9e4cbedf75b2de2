#!/usr/bin/env bash
# Checks Quire on each database, and on SQLite without each optional plugin. Needs a build, and MariaDB and PostgreSQL on this machine:
# on their usual ports, or on MYSQL_TCP_PORT and PGPORT. Writes reports and outputs to the given folder, by default .tmp/conformance. The
# state of each row must equal counts.json, and one run disables two plugins. With --all, each run disables one plugin and also asks all
# rows that need separate starts, and counts.json is not compared.
set -u
cd "$(dirname "$0")/.."
all=false
if [ "${1:-}" = --all ]; then
  all=true
  shift
fi
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
  # A request may wait for a core while three runs share two of them.
  node dist/conformance/main.js --timeout 60000 --html "$reports/$title.html" --junit "$reports/$title.xml" --json "$reports/$title.json" "$@"
}

ask_randomly() {
  node dist/conformance/main.js --timeout 60000 --random 100 "$@"
}

# A row that needs other settings starts an application of its own, which costs a second or more. The run on SQLite asks all such rows.
# The runs on servers leave out the rows that ask no database. The runs without a plugin leave out all that need such a start.
no_database=graphql.config,graphql.extension,limits.production,quire.config,quire.settings,quire.rest.settings
no_database+=,quire.hooks,quire.cors,quire.policies,quire.routes
# Rows about people and rights run on PostgreSQL, those about files, plans and projects on MariaDB: their SQL comes from parts that other
# rows ask on both.
of_people=quire.access,quire.accounts,quire.admin,quire.graphql,quire.idempotency,quire.metrics,quire.roles,quire.rules,quire.same
of_people+=,quire.passkeys,quire.sign-in,quire.two-factor,quire.users,quire.webhooks
of_files=quire.audit,quire.authors,quire.history,quire.jobs,quire.project,quire.schedule,quire.strapi,quire.transfer,quire.upload
on_mariadb=(--skip "$no_database,$of_people")
on_postgres=(--skip "$no_database,$of_files")
without_plugin=(--skip-needs config,files,production,extension)
# Two plugins in one run: few rows need both.
disabled=(i18n,api-tokens draft-and-publish,upload users-permissions,graphql)
if $all; then
  on_mariadb=()
  on_postgres=()
  without_plugin=()
  disabled=(i18n draft-and-publish users-permissions api-tokens upload graphql)
fi

sqlite() {
  check sqlite && ask_randomly
}
mariadb() {
  local database="mysql://root@127.0.0.1:${MYSQL_TCP_PORT:-3306}/$name"
  mysql -h 127.0.0.1 -u root -e "CREATE DATABASE $name CHARACTER SET utf8mb4" &&
    check mariadb "${on_mariadb[@]}" --database "$database" &&
    ask_randomly --database "$database"
}
postgres() {
  local database="postgres://postgres@127.0.0.1:${PGPORT:-5432}/$name"
  createdb -h 127.0.0.1 -U postgres "$name" &&
    check postgres "${on_postgres[@]}" --database "$database" &&
    ask_randomly --database "$database"
}
start sqlite sqlite
start mariadb mariadb
start postgres postgres
# The random questions of the section "random" are enough here.
without_plugin+=(--skip quire.random)
for plugin in "${disabled[@]}"; do
  start "without-${plugin/,/-and-}" check "without-${plugin/,/-and-}" "${without_plugin[@]}" --without "$plugin"
done
# No row needs openapi. The run also enables all examples of plugins, which must change no row. It leaves out the rows of switches, which
# disable plugins that an example needs, and the row that counts the rows of each event.
start without-openapi check without-openapi "${without_plugin[@]}" --skip quire.switches,quire.events --without openapi --plugins conformance/examples.json
wait

# Failed runs come last, where they are found soonest.
show() {
  printf '\n== conformance: %s\n' "$1"
  cat "$reports/$1.txt"
}
for title in "${titles[@]}"; do [ -e "$reports/$title.failed" ] || show "$title"; done
for title in "${titles[@]}"; do
  [ ! -e "$reports/$title.failed" ] || { show "$title"; failed=1; }
done
$all || node dist/conformance/compare-counts.js conformance/counts.json "$reports"/*.json || failed=1
exit "$failed"
