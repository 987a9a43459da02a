import { ERP_FETCHED_MESSAGES_MAX, TillUse } from '../../contract/erp.ts'
import { type ErpClient, ErpUnavailableError } from './client.ts'
import type { ErpContext } from './erp-context.ts'

const MESSAGE_ID_MAX = 100

/** Fetches all messages of the ERP and stores, confirms and applies them in this order, so that none is lost. */
export async function fetchTillUses(erpContext: ErpContext, client: ErpClient): Promise<void> {
  for (;;) {
    const messages = await client.fetchMessages()
    const identified = messages.flatMap(toStoredMessage)
    const { rows } = await erpContext.database.pool.query<{ receive_from_erp: number }>(
      'select receive_from_erp($1::jsonb, $2)',
      [toDatabaseJson(identified), erpContext.clock()],
    )
    if (identified.length > 0) await client.confirm(identified.map(({ MessageId }) => MessageId))
    await applyReceived(erpContext)
    // A message without a MessageId cannot be stored or confirmed until the ERP is fixed.
    if (identified.length < messages.length) throw new ErpUnavailableError('number')
    // If the ERP returns confirmed messages again, the loop stops, because it would otherwise never end.
    if (messages.length < ERP_FETCHED_MESSAGES_MAX || rows[0]!.receive_from_erp === 0) return
  }
}

type StoredMessage = { MessageId: string; Kind?: string; VoucherNo: string | null; Content: object; Fault?: string }

/** Converts a message for storage; an invalid message gets the fault `malformed`, one without MessageId is left out. */
function toStoredMessage(message: Record<string, unknown>): StoredMessage[] {
  const { MessageId } = message
  if (
    typeof MessageId !== 'string' ||
    MessageId === '' ||
    MessageId.length > MESSAGE_ID_MAX ||
    MessageId.includes('\0')
  )
    return []
  const parsed = TillUse.safeParse(message)
  if (parsed.success) {
    const { Kind, VoucherNo } = parsed.data
    return [{ MessageId, Kind, VoucherNo, Content: { ...message, ...parsed.data } }]
  }
  const { VoucherNo } = message
  return [
    {
      MessageId,
      VoucherNo: typeof VoucherNo === 'string' ? VoucherNo.slice(0, 40) : null,
      Content: message,
      Fault: 'malformed',
    },
  ]
}

/** Returns JSON for a column of type jsonb, in which U+FFFD replaces NUL and lone surrogates. */
const toDatabaseJson = (value: unknown) =>
  JSON.stringify(value).replace(/\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/gi, (match) =>
    match === '\\\\' ? match : '\\ufffd',
  )

async function applyReceived({ database, clock, log }: ErpContext): Promise<void> {
  await database.pool.query('select reopen_unknown()')
  const { rows } = await database.pool.query<{ message_id: string }>(
    `select message_id from erp_inbox where status = 'Received' order by received_at, message_id`,
  )
  for (const { message_id } of rows)
    await database.pool
      .query('select follow_erp($1, $2)', [message_id, clock()])
      .catch((error: unknown) =>
        log(`Message ${message_id} of the ERP could not be applied: ${(error as Error).message}`),
      )
}
