import { Gauge, type Registry } from 'prom-client'
import type { Database } from '#kit/server/database.ts'

const CACHE_MS = 5_000
const LIMIT_MS = 1_000

export type DatabaseFigure = { name: keyof typeof gauges; labels: Record<string, string>; value: number }

/** The metrics that are read from the database. All processes report the same values, so alerts aggregate them with `max`. */
const gauges = {
  carat_jobs: 'Background work by job and state',
  carat_job_oldest_waiting_seconds: 'How long the oldest waiting run of a job has been waiting',
  carat_outbox_messages: 'Messages that wait to be sent, or were given up',
  carat_outbox_oldest_seconds: 'How long the oldest unsent message has been waiting',
  carat_messages_wanted_oldest_seconds: 'Age of the oldest unprocessed message request of an unauthenticated caller',
  carat_imports: 'Imports by status',
  carat_feed_lag_seconds: 'Age of the oldest event that consumers of the feed cannot read yet',
  carat_webhook_lag_seconds:
    'Age of the oldest event that an active webhook endpoint has not been sent yet, by endpoint',
  carat_webhook_failing_seconds: 'How long no request to a webhook endpoint has succeeded; 0 while they succeed',
  carat_webhook_lines: 'Lines of webhook events that wait for a retry or are parked',
  carat_webhook_endpoints: 'Webhook endpoints by status and the reason of their pause',
  carat_erp_failing_seconds: 'How long the ERP has not answered; 0 while it answers',
  carat_erp_messages: 'Messages to the ERP that wait or have failed',
  carat_erp_reviews: 'Uses of vouchers from tills that staff must review',
  carat_sessions: 'Sessions that have not ended',
  carat_nightly_age_seconds:
    'Time since the start of the last complete nightly batch; without one, the age of the database',
  carat_nightly_duration_seconds: 'Duration of the last complete nightly batch',
  carat_proof_age_seconds: 'How long ago the ledger was last reconciled',
  carat_proof_differences: 'Differences that the last reconciliation of the ledger found',
  carat_backup_age_seconds: 'How long ago the last backup was made; without one, how long the database exists',
  carat_database_connections: 'Connections to the database server, and their limit without those of superusers',
  carat_database_locks_waiting: 'Connections that wait for a lock',
  carat_database_oldest_transaction_seconds: 'Age of the oldest transaction that the login may see',
  carat_database_standby: '1 if the database is a standby, 0 if it is the primary',
  carat_replication_lag_bytes: 'WAL that a standby has not replayed yet',
  carat_replication_slot_retained_bytes: 'WAL that the primary retains for a replication slot',
  carat_replication_slot_inactive: '1 while nothing reads a replication slot',
}

const baseQueries = `
  select 'carat_outbox_messages' as name, jsonb_build_object('status', status) as labels, count(*)::float as value
    from outbox_message where status in ('Queued', 'Failed') group by status
  union all
  -- A message that waits for its sending hours counts as old only from the start of these hours.
  select 'carat_outbox_oldest_seconds', '{}',
    coalesce(extract(epoch from clock_timestamp() - min(case when attempts = 0 then next_try_at else created_at end)), 0)
    from outbox_message where status = 'Queued' and (attempts > 0 or next_try_at <= clock_timestamp())
  union all
  -- The messages that unauthenticated callers requested, such as sign-in codes, and that are not processed yet.
  select 'carat_messages_wanted_oldest_seconds', '{}', coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0) from message_wanted
  union all
  select 'carat_feed_lag_seconds', '{}', coalesce(extract(epoch from clock_timestamp() - min(occurred_at)), 0) from event_outbox
  union all
  select 'carat_webhook_lag_seconds', jsonb_build_object('endpoint', endpoint.endpoint_id::text), coalesce((
      select extract(epoch from clock_timestamp() - event.published_at) from event where event.position > stream.position
      order by event.position limit 1), 0)
    from webhook_endpoint endpoint join webhook_stream stream on stream.endpoint_id = endpoint.endpoint_id and stream.end_position is null
    where endpoint.status = 'Active'
  union all
  select 'carat_webhook_failing_seconds', jsonb_build_object('endpoint', endpoint_id::text),
    coalesce(extract(epoch from clock_timestamp() - failing_since), 0)
    from webhook_progress join webhook_endpoint using (endpoint_id) where status = 'Active'
  union all
  select 'carat_webhook_lines', jsonb_build_object('endpoint', endpoint_id::text, 'status', status), count(*)
    from webhook_line where attempts > 0 group by endpoint_id, status
  union all
  select 'carat_webhook_endpoints', jsonb_build_object('status', status, 'reason', coalesce(paused_reason, '')), count(*)
    from webhook_endpoint where status <> 'Deleted' group by status, paused_reason
  union all
  select 'carat_imports', jsonb_build_object('status', status), count(*) from import_job group by status
  union all
  select 'carat_erp_failing_seconds', '{}', coalesce(extract(epoch from clock_timestamp() - failing_since), 0) from erp_link
  union all
  select 'carat_erp_messages', jsonb_build_object('status', status), count(*) from erp_outbox where status in ('Queued', 'Failed') group by status
  union all
  select 'carat_erp_reviews', '{}', count(*) from erp_inbox where status = 'Review'
  union all
  select 'carat_sessions', '{}', count(*) from session where ended_at is null and expires_at > clock_timestamp()
  union all
  -- If no nightly batch, reconciliation or backup has finished yet, its age starts at the installation.
  select 'carat_nightly_age_seconds', '{}', extract(epoch from clock_timestamp() - coalesce(
    (select max(started_at) from nightly_run where status = 'Done'), (select min(applied_at) from schema_migration)))
  union all
  select 'carat_nightly_duration_seconds', '{}', extract(epoch from ended_at - started_at)
    from (select started_at, ended_at from nightly_run where status = 'Done' order by started_at desc limit 1) last
  union all
  select 'carat_proof_age_seconds', '{}', extract(epoch from clock_timestamp() - coalesce(
    (select max(proved_at) from proof_run), (select min(applied_at) from schema_migration)))
  union all
  select 'carat_proof_differences', '{}', differences
    from (select differences from proof_run order by proof_run_id desc limit 1) last
  union all
  select 'carat_backup_age_seconds', '{}', extract(epoch from clock_timestamp() - coalesce(
    (select max(made_at) from backup_run), (select min(applied_at) from schema_migration)))`

// Without the role pg_monitor the login sees neither transactions nor waits of other logins, so locks are counted in pg_locks.
// Standbys without pg_monitor have no positions.
const serverQueries = `
  select 'carat_database_connections' as name, '{"state":"used"}'::jsonb as labels, count(*)::float as value
    from pg_stat_activity where datid is not null and usesysid is not null
  union all
  select 'carat_database_connections', '{"state":"limit"}',
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int - current_setting('reserved_connections')::int
  union all
  select 'carat_database_locks_waiting', '{}', count(distinct pid) from pg_locks where not granted
  union all
  select 'carat_database_oldest_transaction_seconds', '{}', coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
  union all
  select 'carat_database_standby', '{}', pg_is_in_recovery()::int
  union all
  select 'carat_replication_lag_bytes', jsonb_build_object('standby', application_name), pg_wal_lsn_diff(wal.position, replay_lsn)
    from pg_stat_replication, wal where replay_lsn is not null
  union all
  select 'carat_replication_slot_retained_bytes', jsonb_build_object('slot', slot_name), pg_wal_lsn_diff(wal.position, restart_lsn)
    from pg_replication_slots, wal where restart_lsn is not null
  union all
  select 'carat_replication_slot_inactive', jsonb_build_object('slot', slot_name), (not active)::int from pg_replication_slots`

const walPosition = `with wal as (
  select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end as position)`

// The tables of the job queue do not exist before jobs start for the first time.
const queueQueries = `
  select 'carat_jobs' as name, jsonb_build_object('job', name, 'state', state) as labels, count(*)::float as value
    from pgboss.job where name not like '\\_\\_pgboss%' group by name, state
  union all
  select 'carat_job_oldest_waiting_seconds', jsonb_build_object('job', name), extract(epoch from clock_timestamp() - min(start_after))
    from pgboss.job where state in ('created', 'retry') and start_after < clock_timestamp() and name not like '\\_\\_pgboss%' group by name`

/** Reads all figures by a query function. Fails if the database lacks a table of this release. */
export async function readDatabaseFigures(query: (text: string) => Promise<object[]>): Promise<DatabaseFigure[]> {
  const hasQueue = await query(`select 1 where to_regclass('pgboss.job') is not null`)
  const parts = [baseQueries, serverQueries, ...(hasQueue.length > 0 ? [queueQueries] : [])]
  return (await query(`${walPosition} ${parts.join(' union all ')}`)) as DatabaseFigure[]
}

/** Returns a function that refreshes the database metrics at most every 5 seconds, with a timeout of one second. */
export function registerDatabaseGauges(registry: Registry, { pool }: Database) {
  const registers = [registry]
  const up = new Gauge({ name: 'carat_database_up', help: '1 while the database answers', registers })
  const labelNames: Record<string, string[]> = {
    carat_jobs: ['job', 'state'],
    carat_job_oldest_waiting_seconds: ['job'],
    carat_database_connections: ['state'],
    carat_replication_lag_bytes: ['standby'],
    carat_replication_slot_retained_bytes: ['slot'],
    carat_replication_slot_inactive: ['slot'],
    carat_outbox_messages: ['status'],
    carat_imports: ['status'],
    carat_webhook_lag_seconds: ['endpoint'],
    carat_webhook_failing_seconds: ['endpoint'],
    carat_webhook_lines: ['endpoint', 'status'],
    carat_webhook_endpoints: ['status', 'reason'],
    carat_erp_messages: ['status'],
  }
  const byName = new Map(
    Object.entries(gauges).map(([name, help]) => [
      name,
      new Gauge({ name, help, labelNames: labelNames[name] ?? [], registers }),
    ]),
  )
  const query = async (text: string) => {
    // The timeout includes the wait for a connection, so that reading the metrics never hangs.
    const timeout = new Promise<never>((_, reject) => setTimeout(reject, LIMIT_MS, new Error('too late')).unref())
    const answer = pool.query({ text, query_timeout: LIMIT_MS } as never) as Promise<unknown> as Promise<{
      rows: object[]
    }>
    answer.catch(() => {})
    return (await Promise.race([answer, timeout])).rows
  }

  async function renew() {
    for (const gauge of byName.values()) gauge.reset()
    try {
      for (const { name, labels, value } of await readDatabaseFigures(query)) byName.get(name)!.set(labels, value)
      up.set(1)
    } catch {
      up.set(0)
    }
  }

  let renewing: { at: number; done: Promise<void> } | undefined
  return () => {
    if (!renewing || performance.now() - renewing.at > CACHE_MS) renewing = { at: performance.now(), done: renew() }
    return renewing.done
  }
}
