#!/bin/sh
# Creates the missing secrets of compose.yaml in FOLDER: sh deploy/create-secrets.sh FOLDER
# Existing secrets stay, except smtp-url, which becomes the value of SMTP_URL if that is set.
set -eu
folder=$1
mkdir -p "$folder/app" "$folder/database"

random() { head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }

# store FILE OWNER VALUE: renames the complete file into place, so that no service reads a part of it.
store() {
  (umask 077 && printf '%s' "$3" > "$folder/$1.new")
  # Only root can give files to the users of the containers.
  [ "$(id -u)" -ne 0 ] || chown "$2" "$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
}
create() { [ -s "$folder/$1" ] || store "$@"; }

# 1000 is the user of the image; PostgreSQL reads its password as root.
create database/password 0 "$(random)"
create app/database-url 1000 "postgres://carat:$(cat "$folder/database/password")@database:5432/carat"
create app/server-secret 1000 "$(random)"
create app/metrics-token 1000 "$(random)"
[ -z "${SMTP_URL:-}" ] || store app/smtp-url 1000 "$SMTP_URL"
