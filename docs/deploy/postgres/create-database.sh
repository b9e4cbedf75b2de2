#!/bin/sh
# Patroni runs it once, on the first primary. Its argument is the address of the server as superuser.
set -eu
psql "$1" --set ON_ERROR_STOP=1 --set password="$QUIRE_DATABASE_PASSWORD" <<'SQL'
CREATE ROLE quire LOGIN PASSWORD :'password';
CREATE DATABASE quire OWNER quire;
SQL
