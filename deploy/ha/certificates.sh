#!/bin/sh
# Creates a certificate authority, and one certificate for each database host, for PostgreSQL, Patroni and etcd.
# Usage: sh certificates.sh FOLDER 10.0.0.11 10.0.0.12 10.0.0.13
# Copy ca.crt, and the host's files as host.crt and host.key (0600, readable by the user postgres and by etcd), to
# /etc/carat-ha/tls of each host; only ca.crt to the machines of the application. Keep ca.key elsewhere.
set -eu
umask 077
folder=$1
shift
mkdir -p "$folder"
cd "$folder"
[ -f ca.key ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 \
  -subj '/CN=Carat database CA' -keyout ca.key -out ca.crt
for address; do
  # Members call each other, so that each certificate is that of a server and of a client.
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$address" \
    -keyout "$address.key" -out "$address.csr"
  printf 'subjectAltName=IP:%s\nextendedKeyUsage=serverAuth,clientAuth\n' "$address" >"$address.ext"
  openssl x509 -req -in "$address.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 825 \
    -extfile "$address.ext" -out "$address.crt"
  rm "$address.csr" "$address.ext"
done
