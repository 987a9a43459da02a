import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import { visibleOutlets } from '#kit/server/acting-outlet.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, isBetweenBounds } from '#kit/server/filters.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { sqlList } from '#kit/server/list.ts'
import * as contract from '../contract.ts'
import { visibleSaleChangeOrigin } from './origin.ts'
import { isOfListedOutlets, isOfOutlets } from './sale-rows.ts'

// List of all lines that tills sent with unknown goods or inconsistent amounts.

// A sale's line numbers go up to 9,999, so the transaction and line number form one id.
const LINES_OF_SALE = 10_000
const checkId = `(t.transaction_id * ${LINES_OF_SALE} + line_check.sequence_no)`

const columns = sql.raw(`
  ${checkId} as check_id, t.invoice_no, line_check.sequence_no, line_check.status, line_check.reasons, t.membership_no, c.full_name as customer_name, t.outlet_code, t.performed_at,
  t.business_date, d.item_code, d.description, line_check.brand as sent_brand, line_check.product_group as sent_product_group, d.brand, d.product_group,
  d.quantity, d.unit_price, d.discount, d.net_amount, line_check.expected_amount,
  (select sum(line.net_amount + line.tax) from transaction_detail line where line.transaction_id = t.transaction_id) as lines_amount,
  t.total_amount, d.points_earned, line_check.remark, line_check.decided_by, line_check.decided_at`)

const tables = sql.raw(`sale_check line_check
  join transaction_detail d on d.transaction_id = line_check.transaction_id and d.sequence_no = line_check.sequence_no
  join transaction_summary t on t.transaction_id = line_check.transaction_id
  left join customer c on c.customer_id = t.customer_id`)

/** SQL condition that a line was not returned completely; other lines cannot earn any more and are hidden. */
const leftToEarn = sql.raw('abs(d.cancelled_quantity) < abs(d.quantity)')

export function listSalesToCheck({ actor }: Ctx, { Search }: Input<typeof contract.listSalesToCheck>) {
  return sqlList({
    from: tables,
    where: [
      sql`(line_check.status <> 'Waiting' or ${leftToEarn})`,
      isOfListedOutlets(actor, Search.OutletCode),
      Search.CheckId !== undefined &&
        sql`line_check.transaction_id = ${Math.floor(Search.CheckId / LINES_OF_SALE)} and line_check.sequence_no = ${Search.CheckId % LINES_OF_SALE}`,
      equals('line_check.status', Search.Status),
      Search.Reason && sql`${Search.Reason} = any (line_check.reasons)`,
      equals('t.invoice_no', Search.InvoiceNo?.toUpperCase()),
      Search.Brand && sql`upper(line_check.brand) = upper(${Search.Brand})`,
      equals('line_check.product_group', Search.ProductGroup?.toUpperCase()),
      isBetweenBounds('t.business_date', Search.DateFrom, Search.DateTo),
    ],
    select: sql<contract.CheckedLine>`${columns}`,
    sort: { SentBrand: 'line_check.brand' },
    tie: () => sql`t.transaction_id, line_check.sequence_no`,
  })
}

/** Counts the waiting lines that the caller can map or confirm. */
export async function countLinesToCheck({ actor, db }: Ctx): Promise<number> {
  if (!actor.roles.has('Customer Transaction')) return 0
  const { rows } = await sql<{ Count: number }>`
    select count(*) from ${tables} where line_check.status = 'Waiting' and ${leftToEarn}
      and ${isOfOutlets(visibleOutlets(actor))}`.execute(db)
  return rows[0]?.Count ?? 0
}

/** Previews the points of a line with the goods that the user has selected. */
export async function previewSaleLine(
  ctx: Ctx,
  { InvoiceNo, SequenceNo, ...goods }: Input<typeof contract.previewSaleLine>,
) {
  const line = { invoice: InvoiceNo, number: SequenceNo, input: goods, visibleOutlets: visibleOutlets(ctx.actor) }
  return { Points: await databaseFunctions.previewSaleLine(ctx.db, line, contract.saleRefusals) }
}

/** Assigns existing goods to the unknown goods of a line. */
export async function mapSaleLine(ctx: Ctx, { InvoiceNo, SequenceNo, ...input }: Input<typeof contract.mapSaleLine>) {
  if (!input.Brand && !input.ProductGroup) throw contract.saleRefusals.nothingMapped()
  return settle(ctx, { InvoiceNo, SequenceNo }, { Act: 'Map', ...input })
}

/** Confirms that a line is right as the till sent it. */
export async function confirmSaleLine(
  ctx: Ctx,
  { InvoiceNo, SequenceNo, Remark }: Input<typeof contract.confirmSaleLine>,
) {
  return settle(ctx, { InvoiceNo, SequenceNo }, { Act: 'Confirm', Remark })
}

async function settle(
  ctx: Ctx,
  { InvoiceNo, SequenceNo }: { InvoiceNo: string; SequenceNo: number },
  input: { Act: 'Map' | 'Confirm'; Brand?: string | null; ProductGroup?: string | null; Remark?: string },
) {
  const source = { ...visibleSaleChangeOrigin(ctx), DecidedBy: ctx.actor.name }
  await databaseFunctions.settleSaleLine(
    ctx.db,
    { invoice: InvoiceNo, number: SequenceNo, input, source },
    contract.saleRefusals,
  )
  const { rows } = await sql<contract.CheckedLine>`
    select ${columns} from ${tables} where t.invoice_no = ${InvoiceNo} and t.transaction_type = 'N' and line_check.sequence_no = ${SequenceNo}`.execute(
    ctx.db,
  )
  ctx.audit(
    `${input.Act} Sale To Check`,
    'Transaction',
    InvoiceNo,
    `${input.Act} Sale To Check in Sales To Check. InvoiceNo - ${InvoiceNo}, SequenceNo - ${SequenceNo}`,
  )
  return rows[0]!
}
