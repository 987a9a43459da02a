import { type Selectable, sql } from 'kysely'
import type { FeedbackTable } from '#db/tables.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type Feedback, feedbackFormRefusals as refusals } from '../contract.ts'

// The columns of a form in replies, and the locks of a form.
// A change of a form or its questions locks the row of the form.
// Sending answers takes a share lock on the form, so that no wording changes meanwhile.

export const feedbackFormColumns = sql<Feedback>`
  f.feedback_id, f.name, f.code, f.description, f.type, f.display_option, f.status, f.languages, f.texts, f.open_from, f.open_to, f.audience,
  f.anonymous_yn, f.minimum_purchase::text, f.repeat_days, f.link_days, f.low_score_task_yn,
  (select count(*) from feedback_item item where item.feedback_id = f.feedback_id and item.status = 'Active') as questions,
  f.version, f.created_at, f.updated_at`

export async function findFeedbackForm({ db }: Pick<Ctx, 'db'>, FeedbackId: number): Promise<Feedback> {
  const { rows } =
    await sql<Feedback>`select ${feedbackFormColumns} from feedback f where f.feedback_id = ${FeedbackId}`.execute(db)
  if (!rows[0]) throw refusals.notFound()
  return rows[0]
}

export type FeedbackFormRow = Selectable<FeedbackTable>

export async function lockFeedbackForm({ db }: Pick<Ctx, 'db'>, FeedbackId: number): Promise<FeedbackFormRow> {
  const form = await db
    .selectFrom('Feedback')
    .selectAll()
    .where('FeedbackId', '=', FeedbackId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!form) throw refusals.notFound()
  return form
}

/** Locks a form for a change of its questions. Rejects deleted forms. */
export async function lockFeedbackFormForChange(ctx: Pick<Ctx, 'db'>, FeedbackId: number): Promise<FeedbackFormRow> {
  const form = await lockFeedbackForm(ctx, FeedbackId)
  if (form.Status === 'Deleted') throw refusals.deleted()
  return form
}

export const auditFormChange = (ctx: Ctx, action: string, title: string, table: string, key: string, id: number) =>
  ctx.audit(`${action} ${title}`, table, id, `${action} ${title} in ${title}. ${key} - ${id}`)
