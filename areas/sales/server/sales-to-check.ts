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

const columns = sql.raw(`
  t.invoice_no || ' / ' || looked_at.sequence_no as line_key, t.invoice_no, looked_at.sequence_no, looked_at.status, looked_at.reasons, t.membership_no, c.full_name as customer_name, t.outlet_code, t.performed_at,
  t.business_date, d.item_code, d.description, looked_at.brand as sent_brand, looked_at.product_group as sent_product_group, d.brand, d.product_group,
  d.quantity, d.unit_price, d.discount, d.net_amount, looked_at.expected_amount,
  (select sum(line.net_amount + line.tax) from transaction_detail line where line.transaction_id = t.transaction_id) as lines_amount,
  t.total_amount, d.points_earned, looked_at.remark, looked_at.decided_by, looked_at.decided_at`)

const tables = sql.raw(`sale_check looked_at
  join transaction_detail d on d.transaction_id = looked_at.transaction_id and d.sequence_no = looked_at.sequence_no
  join transaction_summary t on t.transaction_id = looked_at.transaction_id
  left join customer c on c.customer_id = t.customer_id`)

export function listSalesToCheck({ actor }: Ctx, { Search }: Input<typeof contract.listSalesToCheck>) {
  const outlet = outletOf(actor) ?? (Search.OutletCode === 'HQ' ? undefined : Search.OutletCode)
  return sqlList({
    from: tables,
    where: [
      // Of what was returned whole nothing is left to earn.
      sql`(looked_at.status <> 'Waiting' or abs(d.cancelled_quantity) < abs(d.quantity))`,
      equals('t.outlet_code', outlet?.toUpperCase()),
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
