#!/bin/bash
# healthy [PATH]: whether the bot in this container answers a path with 200. /healthz: it lives; /readyz: it can be sent work.
# By a socket of bash's own: Node.js would take half a second of a processor every time.
exec 3<>"/dev/tcp/127.0.0.1/${PORT:-3000}" || exit 1
printf 'GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n' "${1:-/healthz}" >&3
read -r -t 4 _ status _ <&3
[ "$status" = 200 ]
