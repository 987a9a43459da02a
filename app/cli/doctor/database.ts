import type { DatabaseFigure } from '#app/server/database-gauges.ts'
import { pendingMigrations, UNFINISHED_RESTORE } from '#kit/server/migrate.ts'
import { describeBytes, type Finding, findingsOf } from './finding.ts'

export type Query = (text: string) => Promise<object[]>
export type Figures = readonly DatabaseFigure[]

const CONNECTIONS_LOOK = 0.7
const CONNECTIONS_BAD = 0.9
const LOCKS_LOOK = 5
const RETAINED_LOOK = 2e9
const RETAINED_BAD = 10e9
const LAG_LOOK = 100e6
const LAG_BAD = 1e9
const CLOCK_LOOK_MS = 2_000
const CLOCK_BAD_MS = 30_000

/** Returns the value of a figure; undefined if the database has none. */
export const figureValue = (figures: Figures, name: DatabaseFigure['name'], labels: Record<string, string> = {}) =>
  figures.find(
    (figure) =>
      figure.name === name && Object.entries(labels).every(([label, value]) => figure.labels[label] === value),
  )?.value

export const figuresOf = (figures: Figures, name: DatabaseFigure['name']) =>
  figures.filter((figure) => figure.name === name)

/** Reports version and role. The database of Carat must be the primary. */
export async function checkRole(query: Query): Promise<Finding> {
  const { ok, bad } = findingsOf('Database', 'caratdatabaseaway')
  const [row] = (await query(
    `select pg_is_in_recovery() as standby, current_setting('server_version') as version,
       current_setting('transaction_read_only') = 'on' as read_only`,
  )) as { standby: boolean; version: string; read_only: boolean }[]
  const { standby, version, read_only } = row!
  if (standby)
    return bad(
      `PostgreSQL ${version} is a standby and takes no changes`,
      'Name the primary in DATABASE_URL, or promote this standby if the primary is lost.',
    )
  if (read_only)
    return bad(`PostgreSQL ${version} is read only`, 'Find who set default_transaction_read_only, and reset it.')
  return ok(`primary, PostgreSQL ${version}`)
}

export function checkConnections(figures: Figures): Finding {
  const { ok, look, bad } = findingsOf('Connections', 'caratconnectionsscarce')
  const used = figureValue(figures, 'carat_database_connections', { state: 'used' }) ?? 0
  const limit = figureValue(figures, 'carat_database_connections', { state: 'limit' }) ?? 0
  const state = `${used} of ${limit} used`
  const action = 'Find who uses them in pg_stat_activity, and raise max_connections or stop a process.'
  if (used >= limit * CONNECTIONS_BAD) return bad(state, action)
  return used >= limit * CONNECTIONS_LOOK ? look(state, action) : ok(state)
}

export function checkLocks(figures: Figures): Finding {
  const { ok, look } = findingsOf('Locks', 'record-in-use')
  const waiting = figureValue(figures, 'carat_database_locks_waiting') ?? 0
  const state = `${waiting} connections wait for a lock`
  return waiting < LOCKS_LOOK
    ? ok(state)
    : look(state, 'Find the transaction that blocks them with pg_blocking_pids(pid), and wait or cancel it.')
}

/** Reports the standbys of the primary and the slots that retain WAL for them. */
export async function checkReplication(query: Query, figures: Figures): Promise<Finding[]> {
  const { ok, look, bad } = findingsOf('Replication', 'caratslotretains')
  const slots = (await query('select slot_name, active, wal_status from pg_replication_slots order by slot_name')) as {
    slot_name: string
    active: boolean
    wal_status: string | null
  }[]
  const findings = slots.flatMap(({ slot_name: slot, active, wal_status }) => {
    const retained = figureValue(figures, 'carat_replication_slot_retained_bytes', { slot }) ?? 0
    const state = `slot ${slot} ${active ? 'is read' : 'is inactive'} and retains ${describeBytes(retained)} of WAL`
    if (wal_status === 'lost')
      return bad(`slot ${slot} has lost its WAL`, 'Create its standby again, and drop the slot if nobody needs it.')
    const action = active
      ? 'Find why the standby does not keep up.'
      : 'Start its standby, or drop the slot if nobody needs it.'
    if (retained >= RETAINED_BAD) return bad(state, action)
    return !active || retained >= RETAINED_LOOK ? look(state, action) : []
  })
  const standbys = figuresOf(figures, 'carat_replication_lag_bytes')
  for (const { labels, value } of standbys) {
    const state = `standby ${labels.standby} lags by ${describeBytes(value)}`
    const action = 'Look at the network, the disk and the longest query of the standby.'
    if (value >= LAG_BAD) findings.push(bad(state, action, 'caratreplicaaway'))
    else if (value >= LAG_LOOK) findings.push(look(state, action, 'caratreplicaaway'))
  }
  const hidden = 'select count(*)::int as count from pg_stat_replication where replay_lsn is null'
  const [{ count }] = (await query(hidden)) as [{ count: number }]
  if (count > 0) findings.push(look(`${count} standbys show no lag to this login`, 'Grant it the role pg_monitor.'))
  if (findings.length > 0) return findings
  return [ok(`${standbys.length} standbys, ${slots.length} slots`)]
}

/** Reports the age of the configured replica, of which the primary may know nothing. */
export async function checkReplica(query: () => Promise<Query>, lagSeconds: number): Promise<Finding> {
  const { ok, look } = findingsOf('Replica for reports', 'caratreplicaaway')
  try {
    const [row] = (await (
      await query()
    )(
      `select pg_is_in_recovery() as standby,
         -- Without changes since the last replay the replica is up to date, however old its last transaction is.
         case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
           else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) end::float8 as age`,
    )) as { standby: boolean; age: number | null }[]
    const { standby, age } = row!
    if (!standby) return look('is no standby', 'Create the replica again; two databases must not take changes.')
    if (age !== null && age > lagSeconds)
      return look(
        `is ${Math.round(age)} s behind`,
        'Look at its network, disk and longest query; reports use the primary.',
      )
    return ok(`is a standby, ${Math.round(age ?? 0)} s behind`)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return look(`does not answer (${code ?? message})`, 'Start it; meanwhile lists and reports use the primary.')
  }
}

export async function checkMigrations(query: Query): Promise<Finding> {
  const { ok, bad } = findingsOf('Migrations', 'upgrade-and-rollback')
  const [table] = (await query(`select to_regclass('public.schema_migration') is not null as there`)) as {
    there: boolean
  }[]
  if (!table!.there)
    return bad('the database has no tables of Carat', 'Correct DATABASE_URL, or start Carat to create the tables.')
  const restoring = await query(`select from schema_migration where name = '${UNFINISHED_RESTORE}'`)
  if (restoring.length > 0) return bad('a restore was not completed', 'Run the restore again.', 'backup-restore-drill')
  const pending = await pendingMigrations(async (text) => ({ rows: await query(text) }))
  if (pending.length === 0) return ok('none pending')
  return bad(`pending: ${pending.join(', ')}`, 'Start one process of this release, or run npm run cli -- migrate.')
}

/** Compares the clock of this machine with that of the database, allowing for the time of the query. */
export async function checkClock(query: Query, now: () => number): Promise<Finding> {
  const { ok, look, bad } = findingsOf('Clock', 'clock')
  const before = now()
  const [row] = (await query('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')) as { ms: number }[]
  const after = now()
  const difference = Math.abs(row!.ms - (before + after) / 2) - (after - before) / 2
  const seconds = (Math.max(0, difference) / 1000).toFixed(1)
  const state = `differs from the database by ${seconds} s`
  const action = 'Synchronise the clocks of both machines by NTP (timedatectl, chronyc tracking).'
  if (difference >= CLOCK_BAD_MS) return bad(state, action)
  return difference >= CLOCK_LOOK_MS ? look(state, action) : ok(state)
}
