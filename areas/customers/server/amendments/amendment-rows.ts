import { sql } from 'kysely'
import { isAccountOfCallerSql } from '#areas/access/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { RowFilter } from '#kit/server/filters.ts'
import { readFirstRow, sqlList } from '#kit/server/list.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import { type Amendment, amendmentRefusals } from '../../contract/amendments.ts'
import { mainMembershipJoin } from '../customer-rows.ts'

type Row = Omit<Amendment, 'MayReviewYN'> & { IsOwn: boolean }

const joinCustomer = sql`join customer on customer.customer_id = history.customer_id`
export const amendmentTables = sql`profile_updated_history history ${joinCustomer}`

export const pendingAmendmentCondition = sql`(history.reviewed_date is null and history.review_yn = 'Y')`

/** The query for the amendments that match all filters, each with the changed fields. */
export const createAmendmentList = (ctx: Ctx, where: readonly RowFilter[]) =>
  sqlList({
    from: amendmentTables,
    where,
    page: {
      keys: sql`history.history_id`,
      joins: sql`join profile_updated_history history using (history_id) ${joinCustomer} ${mainMembershipJoin}`,
    },
    select: sql<Row>`history.history_id, history.customer_id, customer.full_name, main_membership.membership_no, customer.registered_outlet_code,
      history.action_type, history.source, history.applied_yn, history.review_yn, history.outlet_code, history.remark, history.updated_by_id, history.updated_by, ${isAccountOfCallerSql(ctx, 'history.updated_by_id')} as is_own,
      history.updated_at, history.reviewed_by_id, history.reviewed_by, history.reviewed_date, history.review_remark,
      (select jsonb_agg(jsonb_build_object('FieldName', field_name, 'Previous', previous, 'Updated', updated, 'Outcome', outcome)
          order by array_position(array['FullName', 'IdType', 'IdNo', 'DateOfBirth', 'Gender'], field_name), field_name)
        from profile_updated_field field where field.history_id = history.history_id) as fields`,
    sort: {
      UpdatedAt: (direction) => sql`${pendingAmendmentCondition} desc, history.updated_at ${direction}`,
      FullName: (direction) => sql`${pendingAmendmentCondition} desc, customer.full_name ${direction}`,
    },
    tie: 'history.history_id',
    map: toListed,
  })

/** Masks identity numbers in an amendment, and adds whether the caller may review the amendment. */
const toListed = ({ IsOwn, ...row }: Row): Amendment => ({
  ...row,
  Fields: row.Fields.map((field) =>
    field.FieldName === 'IdNo'
      ? { ...field, Previous: maskedIdNo(field.Previous), Updated: maskedIdNo(field.Updated) }
      : field,
  ),
  MayReviewYN: row.ReviewYN === 'Y' && row.ReviewedDate === null && !IsOwn ? 'Y' : 'N',
})

export async function readAmendment(ctx: Ctx, HistoryId: number): Promise<Amendment> {
  const amendment = await readFirstRow(ctx, createAmendmentList(ctx, [sql`history.history_id = ${HistoryId}`]))
  if (!amendment) throw amendmentRefusals.notFound()
  return amendment
}
