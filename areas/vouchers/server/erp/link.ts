import type { ErpAway } from './client.ts'
import type { Exchanging } from './exchanging.ts'

// HOW IT STANDS WITH THE ERP: one row, so that any process knows it. While it does not answer it is asked less and less often.

const FIRST_MS = 30_000
const LONGEST_MS = 10 * 60_000

/** Doubled with each failure up to a limit, and a little by chance, so that many who wait do not come back together. */
export const waitMs = (failures: number, first: number, longest: number) =>
  Math.min(longest, first * 2 ** Math.min(failures - 1, 30)) * (0.75 + Math.random() / 2)

export async function isLeftAlone({ database, clock }: Exchanging): Promise<boolean> {
  const { rows } = await database.pool.query('select from erp_link where retry_at > $1', [clock()])
  return rows.length > 0
}

export async function noteAnswer({ database, clock }: Exchanging): Promise<void> {
  await database.pool.query(
    `insert into erp_link (answered_at) values ($1)
     on conflict (only_one) do update set answered_at = $1, failures = 0, failing_since = null, error = null, retry_at = null`,
    [clock()],
  )
}

export async function noteSilence({ database, clock }: Exchanging, { message, retryAfter }: ErpAway): Promise<void> {
  const now = clock()
  const { rows } = await database.pool.query<{ failures: number }>(
    `insert into erp_link (failures, failing_since, error) values (1, $1, $2)
     on conflict (only_one) do update set failures = erp_link.failures + 1, failing_since = coalesce(erp_link.failing_since, $1), error = $2
     returning failures`,
    [now, message.slice(0, 300)],
  )
  const wait = Math.max(waitMs(rows[0]!.failures, FIRST_MS, LONGEST_MS), retryAfter * 1000)
  await database.pool.query('update erp_link set retry_at = $1', [new Date(now.getTime() + wait)])
}
