#!/bin/sh
# Answers a check of HAProxy: 200 if the node has all writes of the others, otherwise 503. A node that lost the others accepts logins, too.
state=$(mariadb --no-defaults --connect-timeout=1 -h 127.0.0.1 -P "${MARIADB_PORT:-3306}" -u haproxy -N -B \
  -e "SHOW STATUS LIKE 'wsrep_local_state'" 2>/dev/null | cut -f 2)
if [ "$state" = 4 ]; then status='200 OK'; else status='503 Service Unavailable'; fi
printf 'HTTP/1.0 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n' "$status"
