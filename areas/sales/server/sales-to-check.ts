import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { mapDatabaseRefusal } from '#kit/server/database-refusal.ts'
import { equals, within } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import * as contract from '../contract.ts'
import { origin } from './origin.ts'
import { outletOf } from './sale-rows.ts'

// The one worklist of what tills sent and the company does not know.

// A sale has 9,999 lines at most.
const LINES_OF_SALE = 10_000
const checkId = `(t.transaction_id * ${LINES_OF_SALE} + looked_at.sequence_no)`

const columns = sql.raw(`
  ${checkId} as check_id, t.invoice_no, looked_at.sequence_no, looked_at.status, looked_at.reasons, t.membership_no, c.full_name as customer_name, t.outlet_code, t.performed_at,
  t.business_date, d.item_code, d.description, looked_at.brand as sent_brand, looked_at.product_group as sent_product_group, d.brand, d.product_group,
  d.quantity, d.unit_price, d.discount, d.net_amount, looked_at.expected_amount,
  (select sum(line.net_amount + line.tax) from transaction_detail line where line.transaction_id = t.transaction_id) as lines_amount,
  t.total_amount, d.points_earned, looked_at.remark, looked_at.decided_by, looked_at.decided_at`)

const tables = sql.raw(`sale_check looked_at
  join transaction_detail d on d.transaction_id = looked_at.transaction_id and d.sequence_no = looked_at.sequence_no
  join transaction_summary t on t.transaction_id = looked_at.transaction_id
  left join customer c on c.customer_id = t.customer_id`)

/** Of what was returned whole nothing is left to earn. */
const leftToEarn = sql.raw('abs(d.cancelled_quantity) < abs(d.quantity)')

export function listSalesToCheck({ actor }: Ctx, { Search }: Input<typeof contract.listSalesToCheck>) {
  const outlet = outletOf(actor) ?? (Search.OutletCode === 'HQ' ? undefined : Search.OutletCode)
  return sqlList({
    from: tables,
    where: [
      sql`(looked_at.status <> 'Waiting' or ${leftToEarn})`,
      equals('t.outlet_code', outlet?.toUpperCase()),
      Search.CheckId !== undefined &&
        sql`looked_at.transaction_id = ${Math.floor(Search.CheckId / LINES_OF_SALE)} and looked_at.sequence_no = ${Search.CheckId % LINES_OF_SALE}`,
      equals('looked_at.status', Search.Status),
      Search.Reason && sql`${Search.Reason} = any (looked_at.reasons)`,
      equals('t.invoice_no', Search.InvoiceNo?.toUpperCase()),
      Search.Brand && sql`upper(looked_at.brand) = upper(${Search.Brand})`,
      equals('looked_at.product_group', Search.ProductGroup?.toUpperCase()),
      within('t.business_date', Search.DateFrom, Search.DateTo),
    ],
    select: sql<contract.CheckedLine>`${columns}`,
    sort: { SentBrand: 'looked_at.brand' },
    tie: () => sql`t.transaction_id, looked_at.sequence_no`,
  })
}

/** How many lines wait for somebody who may settle them. */
export async function salesToCheck({ actor, db }: Ctx): Promise<number> {
  if (!actor.roles.has('Customer Transaction')) return 0
  const outlet = outletOf(actor)
  const { rows } = await sql<{ Count: number }>`
    select count(*) from ${tables} where looked_at.status = 'Waiting' and ${leftToEarn}
      and ${outlet ? sql`t.outlet_code = ${outlet}` : sql`true`}`.execute(db)
  return rows[0]?.Count ?? 0
}

/** What a line would earn with the goods that were chosen for it. */
export async function previewSaleLine(
  ctx: Ctx,
  { InvoiceNo, SequenceNo, ...goods }: Input<typeof contract.previewSaleLine>,
) {
  const { rows } = await mapDatabaseRefusal(
    sql<{ Points: number }>`
      select preview_sale_line(${InvoiceNo}, ${SequenceNo}, ${JSON.stringify(goods)}::jsonb, ${outletOf(ctx.actor)}) as points`.execute(
      ctx.db,
    ),
    contract.refusals as never,
  )
  return rows[0]!
}

/** Says which goods a line means. */
export async function mapSaleLine(ctx: Ctx, { InvoiceNo, SequenceNo, ...input }: Input<typeof contract.mapSaleLine>) {
  if (!input.Brand && !input.ProductGroup) throw contract.refusals.nothingMapped()
  return settle(ctx, { InvoiceNo, SequenceNo }, { Act: 'Map', ...input })
}

/** Takes a line as it is. */
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
  const source = { ...origin(ctx), OutletCode: outletOf(ctx.actor), DecidedBy: ctx.actor.name }
  await mapDatabaseRefusal(
    sql`select settle_sale_line(${InvoiceNo}, ${SequenceNo}, ${JSON.stringify(input)}::jsonb, ${JSON.stringify(source)}::jsonb)`.execute(
      ctx.db,
    ),
    contract.refusals as never,
  )
  const { rows } = await sql<contract.CheckedLine>`
    select ${columns} from ${tables} where t.invoice_no = ${InvoiceNo} and t.transaction_type = 'N' and looked_at.sequence_no = ${SequenceNo}`.execute(
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
