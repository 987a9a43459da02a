import type { ClientBase } from 'pg'

/** The log tables, each with its time column. */
const logs = {
  audit_record: 'audited_at',
  audit_log: 'logged_at',
  login_activity: 'activity_date_time',
  contact_log: 'created_at',
}
/** The tables with monthly partitions. Events are no log: they are deleted after some weeks. */
const partitioned = { ...logs, event: 'published_at' }

const MONTHS_AHEAD = 3

/**
 * Creates the partitions of this month and the next three months for each partitioned table.
 * Monthly partitions allow an old month to be detached without touching the current one.
 * Moves rows of the default partition to the new partitions.
 * A restore passes `since`, the month of the oldest partition in the backup.
 */
export async function ensurePartitions(client: ClientBase, now: Date, since?: string) {
  await client.query('begin')
  try {
    // The lock prevents two programs from creating the same partition. Its timeout limits how long writers wait.
    await client.query(`set local lock_timeout = '5s'; select pg_advisory_xact_lock(${LOCK})`)
    const { rows } = await client.query<Partition>(missingPartitions, [
      Object.keys(partitioned),
      MONTHS_AHEAD,
      since ?? null,
      now,
    ])
    for (const part of rows) await client.query(createPartition(part))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const LOCK = 4_703_119

type Partition = { log: keyof typeof partitioned; part: string; starts: string; ends: string }

const missingPartitions = `
  select log, part, starts, ends
  from unnest($1::text[]) as log,
    generate_series(
      coalesce(($3 || '-01')::timestamp, date_trunc('month', $4::timestamptz at time zone 'UTC')),
      date_trunc('month', $4::timestamptz at time zone 'UTC') + make_interval(months => $2), interval '1 month') as month,
    lateral (select log || to_char(month, '_YYYY_MM') as part,
      to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00' as starts,
      to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00' as ends)
  where to_regclass(log) is not null and to_regclass(part) is null`

const createPartition = ({ log, part, starts, ends }: Partition) => `
  create table ${part} (like ${log} including defaults including constraints including indexes);
  with moved as (
    delete from ${log}_rest where ${partitioned[log]} >= '${starts}' and ${partitioned[log]} < '${ends}' returning *)
  insert into ${part} select * from moved;
  alter table ${log} attach partition ${part} for values from ('${starts}') to ('${ends}');
  -- The application accesses partitions through the log table only.
  revoke all on ${part} from carat_app`

/** The time for which the log tables show an entry. */
const RETENTION_YEARS = 7

/**
 * Detaches the partitions of all months before `month` (YYYY-MM) and returns their names.
 * Each detached partition becomes a table of its own, which the operator can dump and drop. Deletes nothing.
 */
export async function detachPartitionsBefore(client: ClientBase, month: string, now: Date): Promise<string[]> {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new Error('Name a month like 2019-01')
  const youngest = new Date(Date.UTC(now.getUTCFullYear() - RETENTION_YEARS, now.getUTCMonth(), 1))
    .toISOString()
    .slice(0, 7)
  if (month > youngest)
    throw new Error(`The logs are kept for ${RETENTION_YEARS} years: months before ${youngest} at most`)
  const { rows } = await client.query<{ log: string; part: string }>(partitionsBefore, [
    Object.keys(logs),
    month.replace('-', '_'),
  ])
  for (const { log, part } of rows) {
    // Uses one transaction per partition, so that the next run continues after a failure.
    await client.query(
      `set lock_timeout = '5s'; begin; alter table ${log} detach partition ${part};
       insert into audit_detached (log, month) values ('${log}', '${part.slice(-7)}') on conflict do nothing; commit`,
    )
  }
  return rows.map(({ part }) => part)
}

const partitionsBefore = `
  select log.relname as log, part.relname as part from pg_inherits
  join pg_class log on log.oid = inhparent join pg_class part on part.oid = inhrelid
  where log.relname = any($1::text[]) and part.relname ~ ('^' || log.relname || '_\\d{4}_\\d{2}$')
    and right(part.relname, 7) < $2 order by 2`
