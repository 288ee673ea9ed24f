#!/bin/sh
# Starts Redis with the password that is in the bots' STORE_URL: one file holds it, so that they cannot disagree.
set -eu

password=$(sed -n 's,^redis://[^:@/]*:\([^@]*\)@.*$,\1,p' "$STORE_URL_FILE")
case $password in
  '' | *[!A-Za-z0-9]*)
    echo "$STORE_URL_FILE has to hold redis://:PASSWORD@redis:6379, with a password of letters and digits." >&2
    exit 1
    ;;
esac

# Through stdin: everybody on the machine can read the arguments of a process.
exec redis-server "$@" - <<EOF
requirepass $password
EOF
