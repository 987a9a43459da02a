import { ERP_FETCH_MOST, TillUse } from '../../contract/erp.ts'
import { ErpAway, type ErpClient } from './client.ts'
import type { Exchanging } from './exchanging.ts'

const NUMBER_MOST = 100

/** Fetches all that waits at the ERP, keeps it, confirms it, and follows what was kept: in this order, so that nothing is lost. */
export async function fetchTillUses(exchanging: Exchanging, client: ErpClient): Promise<void> {
  for (;;) {
    const messages = await client.fetchMessages()
    const numbered = messages.flatMap(kept)
    const { rows } = await exchanging.database.pool.query<{ receive_from_erp: number }>(
      'select receive_from_erp($1::jsonb, $2)',
      [storable(numbered), exchanging.clock()],
    )
    if (numbered.length > 0) await client.confirm(numbered.map(({ MessageId }) => MessageId))
    await followReceived(exchanging)
    // What has no number can be neither kept nor confirmed: the ERP has to be mended before it can be heard.
    if (numbered.length < messages.length) throw new ErpAway('number')
    // One that tells the same again although it was confirmed is not asked on and on.
    if (messages.length < ERP_FETCH_MOST || rows[0]!.receive_from_erp === 0) return
  }
}

type Kept = { MessageId: string; Kind?: string; VoucherNo: string | null; Content: object; Fault?: string }

/** A message as it is kept: what can be followed with its fields in order, anything else as it came. */
function kept(message: Record<string, unknown>): Kept[] {
  const { MessageId } = message
  if (typeof MessageId !== 'string' || MessageId === '' || MessageId.length > NUMBER_MOST || MessageId.includes('\0'))
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

/** As JSON that the database takes: it knows neither a zero nor half a character. */
const storable = (value: unknown) =>
  JSON.stringify(value).replace(/\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/gi, (found) =>
    found === '\\\\' ? found : '\\ufffd',
  )

async function followReceived({ database, clock, log }: Exchanging): Promise<void> {
  await database.pool.query('select reopen_unknown()')
  const { rows } = await database.pool.query<{ message_id: string }>(
    `select message_id from erp_inbox where status = 'Received' order by received_at, message_id`,
  )
  for (const { message_id } of rows)
    await database.pool
      .query('select follow_erp($1, $2)', [message_id, clock()])
      .catch((error: unknown) =>
        log(`Message ${message_id} of the ERP could not be followed: ${(error as Error).message}`),
      )
}
