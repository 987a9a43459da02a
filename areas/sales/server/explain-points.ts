import { sql } from 'kysely'
import type { z } from 'zod'
import type * as contract from '#areas/points/contract.ts'
import { findMemberByNumber, isOpenLotSql, requirePointBalance } from '#areas/points/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'

type Explained = z.output<typeof contract.explainPoints.reply>

/** Explains a balance by its lots: the invoices and lines that earned the points, the rules, and all uses. */
export async function explainPoints(
  ctx: Ctx,
  { MembershipNo, InvoiceNo, UsedYN }: Input<typeof contract.explainPoints>,
) {
  const member = await findMemberByNumber(ctx.db, MembershipNo)
  const readExtras = async () => {
    const [Arrears, Balance, SalePoints] = await Promise.all([
      listArrears(ctx, member.MembershipNo),
      requirePointBalance(ctx, member.MembershipNo),
      pointsOfInvoice(ctx, member.MembershipNo, InvoiceNo),
    ])
    return { MembershipNo: member.MembershipNo, Balance, Arrears, SalePoints }
  }
  return sqlList({
    from: sql`point_history h`,
    where: [
      sql`h.membership_no = ${member.MembershipNo} and h.point_amount > 0`,
      equals('h.invoice_no', InvoiceNo),
      UsedYN !== 'Y' && !InvoiceNo && isOpenLotSql,
    ],
    page: {
      keys: sql`h.*`,
      as: 'h',
      joins: sql`
        left join staff s on s.staff_id = h.staff_id
        left join transaction_summary t on t.transaction_id = h.transaction_id
        left join point_structure_detail detail on detail.structure_detail_id = (h.rule_refs->>'StructureDetailId')::bigint
        left join point_structure structure on structure.structure_id = detail.structure_id
        left join card_level level on level.card_level_id = (h.rule_refs->>'CardLevelId')::bigint
        left join card_category category on category.card_category_id = level.card_category_id
        left join lateral ${linesOfLot} explained on true`,
    },
    select: sql<
      Explained['rows'][number]
    >`h.history_id, h.transaction_type, h.business_date, h.invoice_no, h.outlet_code,
      coalesce(s.full_name, t.sales_person_code) as staff_name,
      h.remark, h.point_amount, h.point_reversed, h.point_utilized, h.point_expired,
      h.point_amount - h.point_reversed - h.point_utilized - h.point_expired as remaining, h.available_from, h.expiry_date,
      structure.name as structure_name, detail.multiplier::text as structure_multiplier,
      coalesce(h.rule_refs->>'LevelMultiplier', level.point_multiplier::text) as level_multiplier,
      category.name as card_category_name,
      case when (h.rule_refs->>'LevelMultiplier')::numeric > level.point_multiplier then 'Y' else 'N' end as birthday_yn,
      ${campaignOfLot} as campaign, coalesce(explained.lines, '[]') as lines, explained.whole, ${usesOfLot} as uses`,
    tie: () => sql`h.expiry_date nulls last, h.earned_at, h.history_id`,
    extras: readExtras(),
  })
}

// SQL of the lines and totals of a lot by earned_lines(); a line that spans two lots shows its amounts at the first.
// Amounts inside JSON are strings, because JSON numbers would be read as floating-point numbers.
const linesOfLot = sql.raw(`(
  select
    jsonb_agg(jsonb_build_object('SequenceNo', line.sequence_no, 'Description', line.description, 'Brand', line.brand, 'ProductGroup', line.product_group, 'ProductGroupName', goods.product_name,
      'NetAmount', line.net_amount::text, 'EligibleYN', line.eligible_yn, 'EarningAmount', line.base::text, 'PointsEarned', line.points,
      'RateAmount', version.amount::text, 'PointRate', version.point_rate::text, 'RateName', rate.brand || coalesce(' · ' || rate.object_value, ''),
      'Exact', line.exact::text, 'Limit', line.cut::text, 'Rounding', (line.points - line.exact - line.cut)::text)
      order by line.sequence_no) as lines,
    jsonb_build_object('NetAmount', sum(line.net_amount)::text, 'PointsEarned', sum(line.points),
      'Exact', case when line.known then sum(line.exact)::text end, 'Limit', case when line.known then sum(line.cut)::text end,
      'Rounding', case when line.known then sum(line.points - line.exact - line.cut)::text end) as whole
  from (
    select part.sequence_no, part.description, part.brand, part.product_group, part.eligible_yn, part.rate_detail_id, part.known, lot_line.points,
      case when lot_line.begins then part.net_amount else 0.00 end as net_amount, case when lot_line.begins then part.base else 0.00 end as base,
      case when lot_line.begins then part.exact else 0 end as exact, case when lot_line.begins then part.cut else 0 end as cut
    from earned_lines(h.transaction_id) part join lines_of_lot(h.history_id) lot_line on lot_line.sequence_no = part.sequence_no
    where h.transaction_type in ('Earn', 'Merge In') and h.rule_refs->>'CampaignCode' is null
  ) line
  left join point_rate_detail version on version.rate_detail_id = line.rate_detail_id
  left join point_rate rate on rate.rate_id = version.rate_id
  left join product_group goods on goods.product_code = line.product_group
  group by line.known)`)

/** SQL of the campaign of a bonus lot; a merge copies the campaign to the new lot. */
const campaignOfLot =
  sql.raw(`case when h.rule_refs->>'CampaignCode' is not null then jsonb_build_object('Code', h.rule_refs->>'CampaignCode',
  'Name', h.rule_refs->>'CampaignName', 'AwardPoint', h.rule_refs->'AwardPoint', 'Multiplier', h.rule_refs->>'Multiplier',
  'MinimumPurchase', h.rule_refs->>'MinimumPurchase', 'Lines', h.rule_refs->'Lines') end`)

const usesOfLot = sql.raw(`coalesce((
  select jsonb_agg(jsonb_build_object('HistoryId', debit.history_id, 'TransactionType', debit.transaction_type, 'BusinessDate', debit.business_date,
    'Kind', a.kind, 'Points', a.points, 'InvoiceNo', debit.invoice_no, 'ReferenceCode', debit.reference_code, 'Remark', debit.remark, 'Returned', case when debit.transaction_type = 'Reversal' then (
      select string_agg(coalesce(returned_line.description, goods.product_name, returned_line.brand), ', ' order by returned_line.sequence_no)
      from transaction_detail returned_line left join product_group goods on goods.product_code = returned_line.product_group
      where returned_line.transaction_id = debit.transaction_id and returned_line.original_transaction_id = h.transaction_id) end) order by a.allocation_id)
  from point_allocation a join point_history debit on debit.history_id = a.debit_history_id
  where a.credit_history_id = h.history_id), '[]')`)

/** Lists ledger entries that the member still owes, each with the remaining arrears. */
async function listArrears(ctx: Ctx, MembershipNo: string) {
  const { rows } = await sql<Explained['Arrears'][number]>`
    select history_id, sequence_no, business_date, transaction_type, points, point_owed, invoice_no, reference_code, outlet_code, remark, expiry_date, created_at
    from point_history where membership_no = ${MembershipNo} and point_owed > 0 order by sequence_no`.execute(ctx.db)
  return rows
}

/** Returns the points of an invoice in parts; null if the invoice does not belong to the member. */
async function pointsOfInvoice(ctx: Ctx, MembershipNo: string, InvoiceNo: string | null | undefined) {
  if (!InvoiceNo) return null
  const { rows } = await sql<{ SalePoints: Explained['SalePoints'] }>`
    select points.parts as sale_points from transaction_summary t cross join lateral points_of_sale(t.transaction_id) points
    where t.invoice_no = ${InvoiceNo} and t.transaction_type = 'N' and t.membership_no = ${MembershipNo}`.execute(
    ctx.db,
  )
  return rows[0]?.SalePoints ?? null
}
