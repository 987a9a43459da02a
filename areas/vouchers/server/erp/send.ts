import { ERP_CONSECUTIVE_ERRORS_MAX, ERP_FAILED_ATTEMPTS_MAX, type VoucherMessage } from '../../contract/erp.ts'
import { type ErpClient, ErpUnavailableError } from './client.ts'
import type { ErpContext } from './erp-context.ts'
import { calculateBackoffMs } from './link.ts'

/** Maximum number of messages that are sent at the same time, each about a different voucher. */
const CONCURRENCY = 8
const FIRST_MS = 30_000
const LONGEST_MS = 60 * 60_000

type DueMessage = {
  message_id: string
  attempts: number
  faults: number
  payload: Omit<VoucherMessage, 'CreatedAt'>
  created_at: string
}

/** SQL that selects the oldest undelivered message of each voucher if it is due, so that messages arrive in order. */
const selectDue = `
  select message_id, attempts, faults, created_at,
    jsonb_build_object('MessageId', message_id, 'Kind', kind) || content as payload
  from erp_outbox m
  where status = 'Queued' and next_try_at <= $1
    and not exists (select from erp_outbox earlier where earlier.voucher_no = m.voucher_no and earlier.status in ('Queued', 'Failed')
      and earlier.message_id < m.message_id)
  order by next_try_at, message_id limit ${CONCURRENCY}`

/** Sends all due messages to the ERP; throws ErpUnavailableError if the whole ERP fails. */
export async function sendErpMessages(erpContext: ErpContext, client: ErpClient): Promise<void> {
  let errorsInRow = 0
  for (;;) {
    const { rows } = await erpContext.database.pool.query<DueMessage>(selectDue, [erpContext.clock()])
    if (rows.length === 0) return
    const outcomes = await Promise.allSettled(rows.map((message) => sendOne(erpContext, client, message)))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    const errors = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value === 'fault').length
    errorsInRow = errors === rows.length ? errorsInRow + errors : 0
    if (errorsInRow >= ERP_CONSECUTIVE_ERRORS_MAX) throw new ErpUnavailableError('status 500')
  }
}

async function sendOne(
  { database, clock }: ErpContext,
  client: ErpClient,
  { message_id, attempts, faults, payload, created_at }: DueMessage,
) {
  const now = clock()
  const at = (ms: number) => new Date(now.getTime() + ms)
  // The attempt is recorded before sending, because the message may arrive although this process crashes.
  // A message that was cancelled meanwhile is skipped.
  const { rowCount } = await database.pool.query(
    `update erp_outbox set attempts = attempts + 1, next_try_at = $2 where message_id = $1 and status = 'Queued'`,
    [message_id, at(calculateBackoffMs(attempts + 1, FIRST_MS, LONGEST_MS))],
  )
  if (rowCount === 0) return 'withdrawn'
  const reply = await client.send({ ...payload, CreatedAt: created_at }).catch(async (error: unknown) => {
    // The message becomes due again when the ERP is available again.
    if (error instanceof ErpUnavailableError)
      await database.pool.query(
        `update erp_outbox set next_try_at = $2, error = $3 where message_id = $1 and status = 'Queued'`,
        [message_id, now, error.message],
      )
    throw error
  })
  if (reply.outcome === 'taken') {
    await database.pool.query('select note_sent($1, $2)', [message_id, clock()])
    return 'taken'
  }
  const givesUp = reply.outcome === 'refused' || faults + 1 >= ERP_FAILED_ATTEMPTS_MAX
  await database.pool.query(
    `update erp_outbox set status = case when $4 then 'Failed' else status end, faults = faults + $2, error = $3 where message_id = $1 and status = 'Queued'`,
    [message_id, reply.outcome === 'fault' ? 1 : 0, reply.reason, givesUp],
  )
  return reply.outcome
}
