#!/bin/sh
# Builds a root with PostgreSQL 18, Patroni 4, etcd, HAProxy and PgBouncer for `npm run faults -- --only=failover`.
# Usage, as root on Debian or Ubuntu with debootstrap: sh ops/ha/root.sh /tmp/ha-root
# HA_SUITE (sid) is the suite, HA_MIRROR the mirror; HA_CHECK_VALID_UNTIL=false accepts a mirror that is a dated snapshot.
set -eu

root=${1:?Usage: sh ops/ha/root.sh FOLDER}
suite=${HA_SUITE:-sid}
mirror=${HA_MIRROR:-http://deb.debian.org/debian}
valid=${HA_CHECK_VALID_UNTIL:-true}

[ "$(id -u)" = 0 ] || { echo 'This script needs root, for debootstrap and chroot.' >&2; exit 1; }
command -v debootstrap >/dev/null || { echo 'Install debootstrap first: apt-get install debootstrap' >&2; exit 1; }

# The signature of the release file is checked in either case.
[ -x "$root/usr/bin/apt-get" ] ||
  debootstrap --variant=minbase --keyring=/usr/share/keyrings/debian-archive-keyring.gpg "$suite" "$root" "$mirror"

cp /etc/resolv.conf "$root/etc/resolv.conf"
# No package may start a service: the fault run starts every program itself.
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
mkdir -p "$root/etc/postgresql-common"
echo 'create_main_cluster = false' >"$root/etc/postgresql-common/createcluster.conf"

# The mount of /proc, which some packages need to be configured, ends with the mount namespace.
# shellcheck disable=SC2016
unshare --mount sh -euc '
  mount -t proc proc "$1/proc"
  export DEBIAN_FRONTEND=noninteractive
  chroot "$1" apt-get -o "Acquire::Check-Valid-Until=$2" update
  chroot "$1" dpkg --configure -a
  chroot "$1" apt-get install -y --no-install-recommends \
    postgresql-18 patroni python3-etcd etcd-server etcd-client haproxy pgbouncer openssl
  chroot "$1" apt-get clean
' sh "$root" "$valid"

chroot "$root" /usr/lib/postgresql/18/bin/postgres --version
chroot "$root" dpkg-query --show patroni etcd-server haproxy pgbouncer
