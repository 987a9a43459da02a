import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import { type Asked, answer, type Query } from '../server/report.ts'
import { onDays, standing } from '../server/sales.ts'
import { answerTotals } from '../server/totals.ts'
import { profileAmendment, profileAmendmentTotals } from './contract.ts'

type Changed = { FieldName: string; Previous: string | null; Updated: string | null }

const amendments = (_ctx: Ctx, asked: Asked<typeof profileAmendment.call>): Query => ({
  from: sql`profile_updated_history h join profile_updated_field f using (history_id) join customer c using (customer_id) ${standing}
    left join user_account changer on changer.user_id = h.updated_by_id left join staff changing on changing.staff_id = changer.staff_id`,
  where: [
    sql`c.status <> 'Deleted'`,
    onDays(sql`h.updated_at`, asked),
    equals('c.registered_outlet_code', asked.outlet),
    equals('c.member_type', asked.MemberType),
    equals('h.customer_id', asked.CustomerId),
    equals('h.action_type', asked.ActionType),
    equals('h.updated_by_id', asked.UpdatedById),
    asked.ReviewedYN && (asked.ReviewedYN === 'Y' ? sql`h.reviewed_date is not null` : sql`h.reviewed_date is null`),
  ],
  select: sql`h.history_id || '/' || f.field_name as key, h.updated_at, standing.membership_no, h.customer_id, c.full_name as customer_name, c.member_type,
    standing.card_category_code, c.registered_outlet_code, h.action_type, f.field_name, f.previous, f.updated, h.updated_by, h.source, h.outlet_code,
    h.reviewed_by, h.reviewed_date`,
  map: ((row: Changed) =>
    row.FieldName === 'IdNo'
      ? { ...row, Previous: maskedIdNo(row.Previous), Updated: maskedIdNo(row.Updated) }
      : row) as never,
  sort: {
    UpdatedAt: 'h.updated_at',
    MembershipNo: 'standing.membership_no',
    CustomerId: 'h.customer_id',
    MemberType: 'c.member_type',
    CardCategoryCode: 'standing.card_category_code',
    RegisteredOutletCode: 'c.registered_outlet_code',
    // Nobody finds out an identity number by the order of what is masked.
    Previous: sql`case when f.field_name <> 'IdNo' then f.previous end`,
    Updated: sql`case when f.field_name <> 'IdNo' then f.updated end`,
  },
  tie: sql`h.history_id || '/' || f.field_name`,
  totals: sql`count(*)::int as changes, count(distinct h.customer_id)::int as customers, count(*) filter (where h.reviewed_date is not null)::int as reviewed,
    count(*) filter (where h.reviewed_date is null and h.review_yn = 'Y')::int as waiting`,
})

export const profileAmendmentRoute = answer(profileAmendment, amendments)

/** As they are called today, however often they were renamed; what no account did is called as it was written down. */
const presentName = sql`case when h.updated_by_id is null then h.updated_by else coalesce(changing.preferred_name, changer.display_name) end`

export const profileAmendmentTotalsRoute = answerTotals(profileAmendmentTotals, amendments, {
  Staff: { key: sql`h.updated_by_id`, person: presentName },
  Action: { key: sql`h.action_type` },
})
