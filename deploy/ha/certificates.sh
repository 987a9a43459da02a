#!/bin/sh
# Creates a certificate authority, and one certificate for each database host, for PostgreSQL, Patroni and etcd.
# Usage: sh certificates.sh FOLDER 10.0.0.11 10.0.0.12 10.0.0.13, or 10.0.0.11,10.1.0.11 for a host with several addresses.
# Copy ca.crt, and the host's files as host.crt and host.key, to /etc/carat-ha/tls of each host, and only ca.crt to the machines
# of the application. host.key: owner root, group ssl-cert with the users postgres and etcd, rights 0640. Keep ca.key elsewhere.
set -eu
umask 077
folder=$1
shift
mkdir -p "$folder"
cd "$folder"
new_key='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
# Python, in which Patroni is written, accepts only a CA that states the use of its key.
# shellcheck disable=SC2086
[ -f ca.key ] || openssl req -x509 $new_key -days 3650 -subj '/CN=Carat database CA' \
  -addext keyUsage=critical,keyCertSign,cRLSign -keyout ca.key -out ca.crt
for addresses; do
  name=${addresses%%,*}
  # shellcheck disable=SC2086
  openssl req $new_key -subj "/CN=$name" -keyout "$name.key" -out "$name.csr"
  # Members call each other, so that each certificate is that of a server and of a client.
  cat >"$name.ext" <<END
subjectAltName=IP:$(echo "$addresses" | sed 's/,/,IP:/g')
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth,clientAuth
basicConstraints=critical,CA:FALSE
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
END
  openssl x509 -req -in "$name.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 825 \
    -extfile "$name.ext" -out "$name.crt"
  rm "$name.csr" "$name.ext"
done
chmod 644 ./*.crt
