import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { type Amendment, amendmentRefusals } from '../../contract/amendments.ts'
import { shownMembership } from '../customer-rows.ts'
import { maskedIdNo } from '../masks.ts'

export const fromAmendments = sql`from profile_updated_history history join customer on customer.customer_id = history.customer_id`

/** Amendments with their fields; identity numbers are masked. */
export async function amendmentRows(ctx: Ctx, rest: RawBuilder<unknown>): Promise<Amendment[]> {
  const { rows } = await sql<Omit<Amendment, 'MayReviewYN'>>`
    select history.history_id, history.customer_id, customer.full_name, shown.membership_no, customer.registered_outlet_code,
      history.action_type, history.source, history.applied_yn, history.outlet_code, history.remark, history.updated_by_id, history.updated_by,
      history.updated_at, history.reviewed_by_id, history.reviewed_by, history.reviewed_date, history.review_remark,
      (select jsonb_agg(jsonb_build_object('FieldName', field_name, 'Previous', previous, 'Updated', updated, 'Outcome', outcome)
          order by array_position(array['FullName', 'IdType', 'IdNo', 'DateOfBirth', 'Gender'], field_name))
        from profile_updated_field field where field.history_id = history.history_id) as fields
    ${fromAmendments} ${shownMembership} ${rest}`.execute(ctx.db)
  return rows.map((row) => ({
    ...row,
    Fields: row.Fields.map((field) =>
      field.FieldName === 'IdNo'
        ? { ...field, Previous: maskedIdNo(field.Previous), Updated: maskedIdNo(field.Updated) }
        : field,
    ),
    MayReviewYN: row.ReviewedDate === null && row.UpdatedById !== ctx.actor.userId ? 'Y' : 'N',
  }))
}

export async function readAmendment(ctx: Ctx, HistoryId: number): Promise<Amendment> {
  const [amendment] = await amendmentRows(ctx, sql`where history.history_id = ${HistoryId}`)
  if (!amendment) throw amendmentRefusals.notFound()
  return amendment
}
