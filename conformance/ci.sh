#!/usr/bin/env bash
# Checks Quire on each database, and on SQLite without each optional plugin. Needs a build, and MariaDB and PostgreSQL on their
# usual local ports. Writes reports to the given folder, by default .tmp/conformance. The state of each row must equal
# counts.json.
set -u
cd "$(dirname "$0")/.."
reports=${1:-.tmp/conformance}
mkdir -p "$reports"
rm -f "$reports"/*.json
name=quire_conformance_$$
failed=0

check() {
  local title=$1
  shift
  printf '\n== conformance: %s\n' "$title"
  node dist/conformance/main.js --html "$reports/$title.html" --junit "$reports/$title.xml" --json "$reports/$title.json" "$@" ||
    failed=1
}

ask_randomly() {
  node dist/conformance/main.js --random 400 "$@" || failed=1
}

check sqlite
ask_randomly
# Rows of configuration and extensions start deployments of their own, always on SQLite: once is enough.
once=graphql.config,graphql.extension
on_server() {
  check "$1" --skip "$once" --database "$2"
  ask_randomly --database "$2"
}
mysql -h 127.0.0.1 -u root -e "CREATE DATABASE $name CHARACTER SET utf8mb4" || failed=1
on_server mariadb "mysql://root@127.0.0.1:3306/$name"
mysql -h 127.0.0.1 -u root -e "DROP DATABASE IF EXISTS $name"
createdb -h 127.0.0.1 -U postgres "$name" || failed=1
on_server postgres "postgres://postgres@127.0.0.1:5432/$name"
dropdb -h 127.0.0.1 -U postgres --if-exists "$name"
for plugin in i18n draft-and-publish users-permissions api-tokens upload graphql openapi; do
  check "without-$plugin" --skip "$once" --without "$plugin"
done
node dist/conformance/compare-counts.js conformance/counts.json "$reports"/*.json || failed=1
exit "$failed"
