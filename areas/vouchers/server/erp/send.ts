import { ERP_ERRORS_IN_ROW, ERP_FAULTS_MOST, type VoucherMessage } from '../../contract/erp.ts'
import { ErpAway, type ErpClient } from './client.ts'
import type { Exchanging } from './exchanging.ts'
import { waitMs } from './link.ts'

/** So many are under way at the same time, each about another voucher. */
const BESIDE = 8
const FIRST_MS = 30_000
const LONGEST_MS = 60 * 60_000

type Due = {
  message_id: string
  attempts: number
  faults: number
  told: Omit<VoucherMessage, 'CreatedAt'>
  created_at: string
}

/** What is due: of each voucher only the oldest that has not arrived, so that nothing overtakes. */
const dueNow = `
  select message_id, attempts, faults, created_at,
    jsonb_build_object('MessageId', message_id, 'Kind', kind) || content as told
  from erp_outbox m
  where status = 'Queued' and next_try_at <= $1
    and not exists (select from erp_outbox earlier where earlier.voucher_no = m.voucher_no and earlier.status in ('Queued', 'Failed')
      and earlier.message_id < m.message_id)
  order by next_try_at, message_id limit ${BESIDE}`

/** Sends all that is due. Throws ErpAway as soon as the ERP as a whole does not work. */
export async function sendMessages(exchanging: Exchanging, client: ErpClient): Promise<void> {
  let errorsInRow = 0
  for (;;) {
    const { rows } = await exchanging.database.pool.query<Due>(dueNow, [exchanging.clock()])
    if (rows.length === 0) return
    const outcomes = await Promise.allSettled(rows.map((message) => sendOne(exchanging, client, message)))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    const errors = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value === 'fault').length
    errorsInRow = errors === rows.length ? errorsInRow + errors : 0
    if (errorsInRow >= ERP_ERRORS_IN_ROW) throw new ErpAway('status 500')
  }
}

async function sendOne(
  { database, clock }: Exchanging,
  client: ErpClient,
  { message_id, attempts, faults, ...due }: Due,
) {
  const now = clock()
  const at = (ms: number) => new Date(now.getTime() + ms)
  // Noted before it leaves: from here on it may have arrived, whatever becomes of this program. One that was taken back meanwhile stays here.
  const { rowCount } = await database.pool.query(
    `update erp_outbox set attempts = attempts + 1, next_try_at = $2 where message_id = $1 and status = 'Queued'`,
    [message_id, at(waitMs(attempts + 1, FIRST_MS, LONGEST_MS))],
  )
  if (rowCount === 0) return 'withdrawn'
  const told = await client.send({ ...due.told, CreatedAt: due.created_at }).catch(async (error: unknown) => {
    // It is the first in line once the ERP is back.
    if (error instanceof ErpAway)
      await database.pool.query(
        `update erp_outbox set next_try_at = $2, error = $3 where message_id = $1 and status = 'Queued'`,
        [message_id, now, error.message],
      )
    throw error
  })
  if (told.outcome === 'taken') {
    await database.pool.query('select note_sent($1, $2)', [message_id, clock()])
    return 'taken'
  }
  const given = told.outcome === 'refused' || faults + 1 >= ERP_FAULTS_MOST
  await database.pool.query(
    `update erp_outbox set status = case when $4 then 'Failed' else status end, faults = faults + $2, error = $3 where message_id = $1 and status = 'Queued'`,
    [message_id, told.outcome === 'fault' ? 1 : 0, told.reason, given],
  )
  return told.outcome
}
