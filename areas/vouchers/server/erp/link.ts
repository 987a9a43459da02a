import type { ErpUnavailableError } from './client.ts'
import type { ErpContext } from './erp-context.ts'

// One row has the state of the connection to the ERP for all processes; if the ERP is unavailable, attempts wait.

const FIRST_MS = 30_000
const LONGEST_MS = 10 * 60_000

/** Returns a delay that doubles with each failure up to a limit, ±25 %, so that retries do not coincide. */
export const calculateBackoffMs = (failures: number, first: number, longest: number) =>
  Math.min(longest, first * 2 ** Math.min(failures - 1, 30)) * (0.75 + Math.random() / 2)

export async function isErpBackingOff({ database, clock }: ErpContext): Promise<boolean> {
  const { rows } = await database.pool.query('select from erp_link where retry_at > $1', [clock()])
  return rows.length > 0
}

export async function recordErpSuccess({ database, clock }: ErpContext): Promise<void> {
  await database.pool.query(
    `insert into erp_link (answered_at) values ($1)
     on conflict (only_one) do update set answered_at = $1, failures = 0, failing_since = null, error = null, retry_at = null`,
    [clock()],
  )
}

export async function recordErpFailure(
  { database, clock }: ErpContext,
  { message, retryAfter }: ErpUnavailableError,
): Promise<void> {
  const now = clock()
  const { rows } = await database.pool.query<{ failures: number }>(
    `insert into erp_link (failures, failing_since, error) values (1, $1, $2)
     on conflict (only_one) do update set failures = erp_link.failures + 1, failing_since = coalesce(erp_link.failing_since, $1), error = $2
     returning failures`,
    [now, message.slice(0, 300)],
  )
  const wait = Math.max(calculateBackoffMs(rows[0]!.failures, FIRST_MS, LONGEST_MS), retryAfter * 1000)
  await database.pool.query('update erp_link set retry_at = $1', [new Date(now.getTime() + wait)])
}
