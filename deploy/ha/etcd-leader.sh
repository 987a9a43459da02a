#!/bin/sh
# Moves the leadership of etcd away from the host of the primary. Runs on each database host (etcd-leader.service).
# If a host that is both is frozen longer than ttl and continues, its etcd revokes the lease of the new primary before it learns
# of the new leader, and its Patroni takes the lock again: acknowledged changes of the new primary are then lost. It also makes a
# failover 3 s longer, because a new leader of etcd renews all leases.
set -u
export ETCDCTL_CACERT="$ETCD_TRUSTED_CA_FILE" ETCDCTL_CERT="$ETCD_CERT_FILE" ETCDCTL_KEY="$ETCD_KEY_FILE"
own=$ETCD_ADVERTISE_CLIENT_URLS
while sleep 3; do
  primary=$(etcdctl --endpoints="$own" get --print-value-only /service/carat/leader) || continue
  [ "$primary" = "$ETCD_NAME" ] || continue
  etcdctl --endpoints="$own" endpoint status | cut -d, -f5 | grep -q true || continue
  etcdctl --endpoints="$own" member list | while IFS=', ' read -r id _ name _ url _; do
    [ "$name" != "$ETCD_NAME" ] || continue
    etcdctl --endpoints="$url" endpoint health >/dev/null 2>&1 || continue
    etcdctl --endpoints="$own" move-leader "$id" && break
  done
done
