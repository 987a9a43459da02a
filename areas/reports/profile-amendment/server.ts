import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import { type ReportQuery, type ReportSql, serveReport } from '../server/report.ts'
import { isWithinDaysSql, mainMembershipJoin } from '../server/sales.ts'
import { serveTotals } from '../server/totals.ts'
import { profileAmendmentReport, profileAmendmentTotalsReport } from './contract.ts'

type ChangedField = { FieldName: string; Previous: string | null; Updated: string | null }

const amendments = (_ctx: Ctx, query: ReportQuery<typeof profileAmendmentReport.call>): ReportSql => ({
  from: sql`profile_updated_history h join profile_updated_field f using (history_id) join customer c using (customer_id) ${mainMembershipJoin}
    left join user_account changer on changer.user_id = h.updated_by_id left join staff changing on changing.staff_id = changer.staff_id`,
  where: [
    sql`c.status <> 'Deleted'`,
    isWithinDaysSql(sql`h.updated_at`, query),
    equals('c.registered_outlet_code', query.outlet),
    equals('c.member_type', query.MemberType),
    equals('h.customer_id', query.CustomerId),
    equals('h.action_type', query.ActionType),
    equals('h.updated_by_id', query.UpdatedById),
    query.ReviewedYN && (query.ReviewedYN === 'Y' ? sql`h.reviewed_date is not null` : sql`h.reviewed_date is null`),
  ],
  select: sql`h.history_id || '/' || f.field_name as key, h.updated_at, main_membership.membership_no, h.customer_id, c.full_name as customer_name, c.member_type,
    main_membership.card_category_code, c.registered_outlet_code, h.action_type, f.field_name, f.previous, f.updated, h.updated_by, h.source, h.outlet_code,
    h.reviewed_by, h.reviewed_date`,
  map: ((row: ChangedField) =>
    row.FieldName === 'IdNo'
      ? { ...row, Previous: maskedIdNo(row.Previous), Updated: maskedIdNo(row.Updated) }
      : row) as never,
  sort: {
    UpdatedAt: 'h.updated_at',
    MembershipNo: 'main_membership.membership_no',
    CustomerId: 'h.customer_id',
    MemberType: 'c.member_type',
    CardCategoryCode: 'main_membership.card_category_code',
    RegisteredOutletCode: 'c.registered_outlet_code',
    // Identity numbers do not affect the order of rows, because the order would reveal masked values.
    Previous: sql`case when f.field_name <> 'IdNo' then f.previous end`,
    Updated: sql`case when f.field_name <> 'IdNo' then f.updated end`,
  },
  tie: sql`h.history_id || '/' || f.field_name`,
  totals: sql`count(*)::int as changes, count(distinct h.customer_id)::int as customers, count(*) filter (where h.reviewed_date is not null)::int as reviewed,
    count(*) filter (where h.reviewed_date is null and h.review_yn = 'Y')::int as waiting`,
})

export const profileAmendmentRoute = serveReport(profileAmendmentReport, amendments)

/** SQL of the staff member's current name; changes without an account show the name stored with the change. */
const currentName = sql`case when h.updated_by_id is null then h.updated_by else coalesce(changing.preferred_name, changer.display_name) end`

export const profileAmendmentTotalsRoute = serveTotals(profileAmendmentTotalsReport, amendments, {
  Staff: { key: sql`h.updated_by_id`, person: currentName },
  Action: { key: sql`h.action_type` },
})
