import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { requestOriginOf } from '#kit/server/call-ctx.ts'
import { limitConcurrency } from '#kit/server/concurrency-limit.ts'
import type { Db } from '#kit/server/ctx.ts'
import { transactionTimeouts } from '#kit/server/database.ts'
import { parseInput } from '#kit/server/privileges.ts'
import { authorizeCaller, type ServingContext } from '#kit/server/serve.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { readSnapshot, type SnapshotKind } from '../contract.ts'
import { refuseBoundAccount } from './bound-account.ts'
import { formatCursor, readFeedHead } from './cursor.ts'

/** The maximum number of parallel snapshots. Each one uses a database connection while its caller reads. */
const MAX_PARALLEL = 2
const TIMEOUT_MS = 600_000
const ROWS_PER_QUERY = 2_000

type Row = { Key: string; Line: string }

/** Each kind's rows after a key, in the order of the key. */
const rowsAfter: Record<SnapshotKind, (key: string | null) => RawBuilder<Row>> = {
  members: (key) => sql`
    select membership_no as key, jsonb_build_object('MembershipNo', membership_no, 'CustomerId', customer_id, 'Status', status,
      'MemberType', member_type, 'CardGroupId', card_group_id, 'CardCategoryCode', card_category_code,
      'MergedIntoMembershipNo', merged_into_membership_no)::text as line
    from membership where membership_no > ${key ?? ''} order by membership_no limit ${ROWS_PER_QUERY}`,
  balances: (key) => sql`
    select membership_no as key, jsonb_build_object('MembershipNo', membership_no, 'Points', points, 'LedgerNo', last_sequence_no)::text as line
    from point_balance where membership_no > ${key ?? ''} order by membership_no limit ${ROWS_PER_QUERY}`,
  vouchers: (key) => sql`
    select voucher_no as key, jsonb_build_object('VoucherNo', voucher_no, 'VoucherType', voucher_type, 'Value', value::text,
      'Status', status, 'AssignedYN', is_assigned_yn, 'ReferenceCode', assigned_to, 'ExpiryDate', expiry_date,
      'UsedInvoiceNo', used_invoice_no)::text as line
    from voucher where voucher_no > ${key ?? ''} order by voucher_no limit ${ROWS_PER_QUERY}`,
  rewards: (key) => sql`
    select reference_code as key, jsonb_build_object('ReferenceCode', reference_code, 'MembershipNo', membership_no, 'CustomerId', customer_id,
      'RewardId', reward_id, 'RewardType', type, 'Status', status, 'Points', points, 'VoucherNo', voucher_no, 'ValidityFrom', validity_from,
      'ValidityTo', validity_to, 'OutletCode', outlet_code)::text as line
    from customer_reward where reference_code > ${key ?? ''} order by reference_code limit ${ROWS_PER_QUERY}`,
  customers: (key) => sql`
    select customer_id::text as key, jsonb_build_object('CustomerId', customer_id, 'Status', status, 'MemberType', member_type,
      'RegisteredOutletCode', registered_outlet_code, 'MergedIntoCustomerId', merged_into_customer_id, 'Version', version)::text as line
    from customer where customer_id > ${key ?? '0'}::bigint order by customer_id limit ${ROWS_PER_QUERY}`,
}

/**
 * Adds the route of snapshots. The first line of a snapshot has the cursor from which the feed continues.
 * The last line has the number of records, so that a reader notices a reply that was cut.
 */
export async function mountSnapshots(app: FastifyInstance, serving: ServingContext): Promise<void> {
  const limited = limitConcurrency(MAX_PARALLEL)
  app.route({
    method: 'GET',
    url: readSnapshot.path,
    config: { endpoint: readSnapshot },
    onRequest: async (request) => {
      request.actor = await authorizeCaller(request, readSnapshot, serving, true)
    },
    handler: async (request, reply) => {
      refuseBoundAccount(request.actor)
      const { Kind } = parseInput(readSnapshot, request.params, request.actor) as { Kind: SnapshotKind }
      const lines = new PassThrough()
      const stop = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), closedSignal(request)])
      limited(() => writeSnapshot(Kind, lines, stop, request, serving)).then(
        () => lines.end(),
        (error: Error) => lines.destroy(error),
      )
      return reply.type('application/x-ndjson').send(lines)
    },
  })
}

function closedSignal(request: FastifyRequest) {
  const closed = new AbortController()
  request.raw.socket.once('close', () => closed.abort())
  return closed.signal
}

/** Writes all rows of one database snapshot. Pauses while the reader is slow, so that memory holds one chunk. */
async function writeSnapshot(
  kind: SnapshotKind,
  lines: PassThrough,
  stop: AbortSignal,
  request: FastifyRequest,
  { database, timeZone }: ServingContext,
) {
  const options = {
    origin: requestOriginOf(request),
    timeZone,
    readOnly: true,
    snapshot: true,
    limits: transactionTimeouts.job,
  } as const
  await inTransaction(database, options, async (db) => {
    const head = await readFeedHead(db)
    lines.write(`${JSON.stringify({ Cursor: formatCursor(head, head.LastPosition) })}\n`)
    let count = 0
    for await (const rows of chunksOf(kind, db)) {
      stop.throwIfAborted()
      count += rows.length
      if (!lines.write(`${rows.map(({ Line }) => Line).join('\n')}\n`)) await once(lines, 'drain', { signal: stop })
    }
    lines.write(`${JSON.stringify({ Count: count })}\n`)
  })
}

async function* chunksOf(kind: SnapshotKind, db: Db): AsyncGenerator<Row[]> {
  for (let key: string | null = null; ; ) {
    const { rows }: { rows: Row[] } = await rowsAfter[kind](key).execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_PER_QUERY) return
    key = rows.at(-1)!.Key
  }
}
