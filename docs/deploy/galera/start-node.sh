#!/bin/sh
# Starts the node NODE of the cluster NODES. NEW_CLUSTER names the node that begins a cluster: db1 at the very first start, and after a stop
# of all nodes the one whose grastate.dat has `safe_to_bootstrap: 1`. MariaDB refuses to begin a cluster on any other node with data.
set -eu
data=/data/mysql
# Nodes that share a temporary folder remove files of each other.
mkdir -p /data/tmp
[ -d "$data/mysql" ] || mariadb-install-db --no-defaults --datadir="$data" --skip-test-db >/dev/null

if [ "${NEW_CLUSTER:-}" = "$NODE" ]; then
  case "$QUIRE_DATABASE_PASSWORD" in
    '' | *[!A-Za-z0-9]*) echo 'Give DATABASE_PASSWORD letters and digits, such as those of: openssl rand -hex 16' >&2; exit 1 ;;
  esac
  cat >/data/create-database.sql <<SQL
CREATE USER IF NOT EXISTS 'haproxy'@'localhost';
CREATE USER IF NOT EXISTS 'haproxy'@'127.0.0.1';
CREATE DATABASE IF NOT EXISTS quire;
CREATE USER IF NOT EXISTS 'quire'@'%' IDENTIFIED BY '$QUIRE_DATABASE_PASSWORD';
GRANT ALL ON quire.* TO 'quire'@'%';
SQL
  set -- --wsrep-new-cluster --init-file=/data/create-database.sql
else
  set --
fi
# Checks of HAProxy.
socat TCP-LISTEN:9200,reuseaddr,fork EXEC:check-node.sh &
exec mariadbd --defaults-file=/etc/galera.cnf --datadir="$data" --tmpdir=/data/tmp \
  --wsrep-cluster-address="gcomm://$NODES" --wsrep-node-name="$NODE" --wsrep-node-address="$NODE" "$@"
