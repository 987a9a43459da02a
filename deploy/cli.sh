#!/bin/sh
# Runs a command with the settings, the secrets and the user of carat.service, as root: sh deploy/cli.sh doctor
set -eu
cd "$(dirname "$0")/.."
set -a
. /etc/carat/carat.env
NODE_ENV=production
DATA_DIR=/var/lib/carat
# The file database-url is the variable DATABASE_URL.
for file in /etc/carat/secrets/*; do
  name=$(basename "$file" | tr 'a-z-' 'A-Z_')
  case $name in *[!A-Z0-9_]*) continue ;; esac
  eval "$name=\$(cat \"\$file\")"
done
set +a
umask 077
exec runuser -u carat -- node scripts/run.mjs app/cli/main.ts "$@"
