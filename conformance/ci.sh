#!/usr/bin/env bash
# The suite against Quire itself on each database, and on SQLite with each optional plugin off. Needs a build, and MariaDB and
# PostgreSQL on their usual ports of this machine. Reports go to the folder given, or to .tmp/conformance.
set -u
cd "$(dirname "$0")/.."
reports=${1:-.tmp/conformance}
mkdir -p "$reports"
name=quire_conformance_$$
failed=0

check() {
  local title=$1
  shift
  printf '\n== conformance: %s\n' "$title"
  node dist/conformance/main.js --html "$reports/$title.html" --junit "$reports/$title.xml" "$@" || failed=1
}

check sqlite
mysql -h 127.0.0.1 -u root -e "CREATE DATABASE $name CHARACTER SET utf8mb4" &&
  check mariadb --database "mysql://root@127.0.0.1:3306/$name"
mysql -h 127.0.0.1 -u root -e "DROP DATABASE IF EXISTS $name"
createdb -h 127.0.0.1 -U postgres "$name" &&
  check postgres --database "postgres://postgres@127.0.0.1:5432/$name"
dropdb -h 127.0.0.1 -U postgres --if-exists "$name"
for plugin in i18n draft-and-publish users-permissions api-tokens upload graphql openapi; do
  [ -d "dist/plugins/$plugin" ] && check "without-$plugin" --without "$plugin"
done
exit "$failed"
