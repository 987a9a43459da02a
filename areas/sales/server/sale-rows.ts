import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { BALANCE_TYPE } from '#areas/memberships/contract/balance.ts'
import { HQ_CODE } from '#kit/contract/scope.ts'
import { visibleOutlets } from '#kit/server/acting-outlet.ts'
import type { Actor, Ctx, Db } from '#kit/server/ctx.ts'
import { toColumnName } from '#kit/server/names.ts'
import { saleFieldNames } from '../contract/sale-fields.ts'
import type { Detail, PostedSale as PostedSchema, SummaryWithDetails } from '../contract.ts'

type Posted = z.infer<typeof PostedSchema>

// SQL columns of a sale and of its lines, which every query of this area selects.

/** The columns of the sale `t` that depend on its header, lines and checks only. */
export const saleHeadColumns = sql.raw(`
  t.transaction_id, t.sales_order, t.transaction_type, t.invoice_no, t.original_invoice_no, coalesce(t.membership_no, t.claimed_membership_no) as membership_no,
  t.outlet_code, ${saleFieldNames.map((name) => `t.${toColumnName(name)}`).join(', ')}, t.total_amount, t.discount, t.tax, t.trade_in,
  t.voucher_amount, t.net_amount, net_moved(t.transaction_type, t.net_amount) as net_moved, t.performed_at, t.business_date, t.source, t.earned_points,
  t.reversed_points, t.remarks,
  case when t.transaction_type = 'C' then 'None' else (
    select case when coalesce(sum(abs(d.cancelled_quantity)), 0) = 0 then 'None' when sum(abs(d.cancelled_quantity)) = sum(abs(d.quantity)) then 'Whole' else 'Part' end
    from transaction_detail d where d.transaction_id = t.transaction_id) end as cancel_state, t.assigned_at, t.approval_status,
  (select count(*) from sale_check line_check where line_check.transaction_id = t.transaction_id and line_check.status = 'Waiting')::int as lines_to_check,
  array(select head_check.reason from sale_head_check head_check where head_check.transaction_id = t.transaction_id and head_check.status = 'Waiting' order by 1)
    as checks_waiting`)

export const saleSummaryColumns = sql`${saleHeadColumns},
  coalesce(t.customer_id, claimed.customer_id) as customer_id, c.full_name as customer_name, points.bonus as bonus_points,
  case when t.transaction_type = 'C' then points.total else points.awarded end as points_moved, points.pending as points_pending`

export const saleSummaryJoins = sql.raw(`
  cross join lateral points_of_sale(t.transaction_id) points
  left join membership claimed on claimed.membership_no = t.claimed_membership_no
  left join customer c on c.customer_id = coalesce(t.customer_id, claimed.customer_id)`)

/** SQL columns for a whole sale: points in parts, bonuses by campaign, and names of its codes. */
const wholeColumns = sql`points.parts as sale_points, points.parts->'Bonuses' as bonuses, outlet.name as outlet_name,
  (select full_name from staff where staff.sales_person_code = t.sales_person_code) as sales_person_name,
  (select name from department where department.code = t.department_code) as department_name`

const summaryTables = sql`transaction_summary t ${saleSummaryJoins} left join building outlet on outlet.code = t.outlet_code`

export const saleDetailColumns = sql.raw(`
  d.transaction_id, t.sales_order, t.invoice_no, d.sequence_no, d.old_sequence_no, d.item_code, d.description, d.brand, d.product_type, d.product_group, goods.product_name as product_group_name,
  d.stock_group, d.quantity, d.weight, d.unit_price, d.discount, d.tax, d.net_amount, d.serial_no, d.certificate_no, d.eligible_yn,
  d.cancelled_quantity, d.points_earned, d.points_reversed, line_check.status as check_status`)

export const saleDetailTables = sql.raw(
  `transaction_detail d join transaction_summary t on t.transaction_id = d.transaction_id
  left join sale_check line_check on line_check.transaction_id = d.transaction_id and line_check.sequence_no = d.sequence_no
  left join product_group goods on goods.product_code = d.product_group`,
)

type VisibleOutlets = readonly string[] | null
export type SaleKey = { InvoiceNo: string; TransactionType: 'N' | 'C' }

/** Returns the sale or cancellation with an invoice number, and its lines; undefined if the outlets cannot see it. */
export const findSale = (db: Db, key: SaleKey, outlets: VisibleOutlets) =>
  readSale<Whole>(db, key, outlets, { columns: sql`${saleSummaryColumns}, ${wholeColumns}`, tables: summaryTables })

type Whole = Omit<SummaryWithDetails, 'Details'>
type MemberFigures = Pick<Posted, 'PointsAvailable' | 'PointsOwed' | 'TierName' | 'OutletPhone'>

/** Reads a sale for the reply to the account that has just posted it, with the member's balance and tier. */
export async function findPostedSale(ctx: Ctx, key: SaleKey) {
  const columns = sql`${saleSummaryColumns}, ${wholeColumns}, member_figures.*, outlet.phone as outlet_phone`
  const tables = sql`${summaryTables} left join lateral (
    select points_available(m.membership_no, ${ctx.today}) as points_available, coalesce(b.arrears, 0) as points_owed,
      (select name from card_category where card_category.code = m.card_category_code and card_category.status <> 'Deleted') as tier_name
    from membership m left join point_balance b on b.membership_no = m.membership_no and b.balance_type = ${BALANCE_TYPE}
    where m.membership_no = coalesce(t.membership_no, t.claimed_membership_no)) member_figures on true`
  return (await readSale<Whole & MemberFigures>(ctx.db, key, null, { columns, tables }))!
}

/** The condition that the sale `t` is of one of the outlets; null means all outlets. */
export function isOfOutlets(outlets: VisibleOutlets) {
  if (outlets === null) return sql<boolean>`true`
  // An equality uses the index that orders the sales of an outlet.
  if (outlets.length === 1) return sql<boolean>`t.outlet_code = ${outlets[0]}`
  return sql<boolean>`t.outlet_code = any (${outlets}::text[])`
}

/**
 * The condition that the sale `t` is in a list of the caller. Head office and programs of several outlets may filter by an outlet.
 * Outlet staff and programs of one outlet always get the sales of their outlet.
 */
export function isOfListedOutlets(actor: Actor, requested: string | undefined) {
  const visible = visibleOutlets(actor)
  const outlet = requested?.toUpperCase()
  if (visible?.length === 1 || outlet === undefined || outlet === HQ_CODE) return isOfOutlets(visible)
  return isOfOutlets(visible === null ? [outlet] : visible.filter((code) => code === outlet))
}

type Reading = { columns: RawBuilder<unknown>; tables: RawBuilder<unknown> }

async function readSale<Row>(db: Db, key: SaleKey, outlets: VisibleOutlets, { columns, tables }: Reading) {
  const where = sql`where t.invoice_no = ${key.InvoiceNo} and t.transaction_type = ${key.TransactionType} and ${isOfOutlets(outlets)}`
  // The queries for sale and lines are sent together, so that the second does not wait for the reply to the first.
  const [summaries, details] = await Promise.all([
    sql<Row>`select ${columns} from ${tables} ${where}`.execute(db),
    sql<Detail>`select ${saleDetailColumns} from ${saleDetailTables} ${where} order by d.sequence_no`.execute(db),
  ])
  const summary = summaries.rows[0]
  return summary && { ...summary, Details: details.rows }
}

/** Returns one line of a sale or cancellation; undefined if the outlet cannot see it. */
export async function findSaleLine(
  db: Db,
  { InvoiceNo, TransactionType }: SaleKey,
  SequenceNo: number,
  outlets: VisibleOutlets,
) {
  const { rows } = await sql<Detail>`
    select ${saleDetailColumns} from ${saleDetailTables}
    where t.invoice_no = ${InvoiceNo} and t.transaction_type = ${TransactionType} and d.sequence_no = ${SequenceNo}
      and ${isOfOutlets(outlets)}`.execute(db)
  return rows[0]
}
