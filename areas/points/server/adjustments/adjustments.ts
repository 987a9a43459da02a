import { type RawBuilder, sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, isBetweenBounds } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../../contract.ts'
import { type Adjustment, adjustmentRefusals } from '../../contract.ts'

/** Approval kinds of point adjustments and of their deletion. */
export const ADJUSTMENT_KIND = 'Point adjustment'
export const ADJUSTMENT_DELETION_KIND = 'Point adjustment deletion'

// Selects adjustments from the ledger in the shape of the reply.

const ledger = (where: RawBuilder<unknown>) => sql`
  select 'h' || h.history_id as entry_key, h.history_id, null::bigint as approval_id, h.sequence_no, h.membership_no,
    coalesce(c.full_name, '') as full_name, h.transaction_type, h.points, h.point_amount, h.point_reversed, h.point_utilized,
    h.point_expired, h.business_date, h.expiry_date, h.invoice_no, h.transaction_id, h.object_type, h.object_value,
    h.reason_code, h.remark, h.outlet_code, s.full_name as staff_name, h.status, h.created_at
  from point_history h
  left join staff s on s.staff_id = h.staff_id
  join membership m on m.membership_no = h.membership_no
  join customer c on c.customer_id = m.customer_id
  where h.transaction_type in ('Adjust In', 'Adjust Out') and ${where}`

// A pending adjustment has no lot yet, so its lot columns are empty.
const pendingAdjustments = (ctx: Ctx, where: RawBuilder<unknown>) => sql`
  select 'a' || a.approval_id as entry_key, null::bigint as history_id, a.approval_id, null::integer as sequence_no, a.membership_no,
    c.full_name, a.payload->>'TransactionType' as transaction_type,
    (case when a.payload->>'TransactionType' = 'Adjust Out' then -1 else 1 end) * (a.payload->>'PointAmount')::bigint as points,
    0::bigint as point_amount, 0::bigint as point_reversed, 0::bigint as point_utilized, 0::bigint as point_expired,
    (a.requested_at at time zone ${ctx.timeZone})::date as business_date, (a.payload->>'ExpiryDate')::date as expiry_date,
    a.payload->>'InvoiceNo' as invoice_no, null::bigint as transaction_id, a.object_type, a.object_id as object_value,
    a.payload->>'ReasonCode' as reason_code, a.payload->>'Remark' as remark, a.outlet_code, a.requested_by as staff_name,
    'Pending approval' as status, a.requested_at as created_at
  from approval a
  join membership m on m.membership_no = a.membership_no
  join customer c on c.customer_id = m.customer_id
  where a.kind = ${ADJUSTMENT_KIND} and a.status = 'Pending' and ${where}`

/** SQL table expression of all adjustments that the caller may see, including pending ones. */
const adjustments = (ctx: Ctx) => {
  const { isHQ, outletCode } = ctx.actor
  const isOwnOutlet = (column: string) =>
    isHQ ? sql`true` : sql`${sql.raw(column)} is not distinct from ${outletCode}::text`
  return sql`(${ledger(isOwnOutlet('h.outlet_code'))} union all ${pendingAdjustments(ctx, isOwnOutlet('a.outlet_code'))}) adjustment`
}

export async function readAdjustment(ctx: Ctx, HistoryId: number): Promise<Adjustment> {
  const { rows } = await sql<Adjustment>`${ledger(sql`h.history_id = ${HistoryId}`)}`.execute(ctx.db)
  const [requested] = rows
  // An adjustment of another outlet gets the same error as an unknown adjustment.
  if (!requested || (!ctx.actor.isHQ && requested.OutletCode !== ctx.actor.outletCode))
    throw adjustmentRefusals.notFound()
  return requested
}

export async function readPendingAdjustment(ctx: Ctx, ApprovalId: number): Promise<Adjustment> {
  const { rows } = await sql<Adjustment>`${pendingAdjustments(ctx, sql`a.approval_id = ${ApprovalId}`)}`.execute(ctx.db)
  return rows[0]!
}

export const getAdjustment = (ctx: Ctx, { HistoryId }: Input<typeof contract.getAdjustment>) =>
  readAdjustment(ctx, HistoryId)

export const listAdjustments = (
  ctx: Ctx,
  { Search, TransactionStartDate, TransactionEndDate }: Input<typeof contract.listAdjustments>,
) =>
  sqlList({
    from: adjustments(ctx),
    where: [
      equals('membership_no', Search.MembershipNo),
      equals('invoice_no', Search.InvoiceNo?.toUpperCase()),
      equals('transaction_type', Search.TransactionType),
      equals('reason_code', Search.ReasonCode),
      equals('status', Search.Status),
      equals('outlet_code', Search.OutletCode),
      isBetweenBounds('business_date', TransactionStartDate, TransactionEndDate),
    ],
    select: sql<Adjustment>`*`,
    tie: (direction) => sql`created_at ${direction}, entry_key ${direction}`,
  })
