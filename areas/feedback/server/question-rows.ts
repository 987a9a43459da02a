import { type Selectable, sql } from 'kysely'
import type { FeedbackItemTable, FeedbackQuestionTable } from '#db/tables.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type FeedbackOption, type FeedbackQuestion, questionRefusals as refusals, type ShowIf } from '../contract.ts'
import { type FeedbackFormRow, lockFeedbackFormForChange } from './form-rows.ts'

// The columns of questions and options in replies.

const instant = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

const optionsOf = sql`coalesce((
  select jsonb_agg(jsonb_build_object('OptionId', o.option_id, 'QuestionId', o.question_id, 'OptionKey', o.option_key, 'Text', o.text,
    'SequenceNo', o.sequence_no, 'ScoreValue', o.score_value, 'AllowOtherYN', o.allow_other_yn, 'Status', o.status, 'Version', o.version,
    'CreatedAt', ${instant('o.created_at')}, 'UpdatedAt', ${instant('o.updated_at')}) order by o.sequence_no, o.option_id)
  from feedback_option o where o.question_id = q.question_id and o.status <> 'Deleted'), '[]')`

export const questionTables = sql`feedback_question q join feedback_item item on item.group_key = q.group_key
  join feedback f on f.feedback_id = q.feedback_id`

export const showIfColumn = sql<ShowIf | null>`case when item.show_if_group_key is not null
  then jsonb_build_object('GroupKey', item.show_if_group_key, 'Answers', item.show_if_answers) end`

export const questionColumns = sql<FeedbackQuestion>`
  q.question_id, q.feedback_id, f.name as feedback_name, q.group_key, q.language_code, item.sequence_no, q.text, item.question_type,
  item.required_yn, ${showIfColumn} as show_if, q.revision, q.status,
  (select count(*) from feedback_answer answer where answer.question_id = q.question_id) as answers, ${optionsOf} as feedback_options,
  q.version, q.created_at, q.updated_at`

export async function findQuestion({ db }: Pick<Ctx, 'db'>, QuestionId: number): Promise<FeedbackQuestion> {
  const { rows } = await sql<FeedbackQuestion>`
    select ${questionColumns} from ${questionTables} where q.question_id = ${QuestionId}`.execute(db)
  if (!rows[0]) throw refusals.notFound()
  return rows[0]
}

export const questionOptionColumns = sql<FeedbackOption>`
  o.option_id, o.question_id, o.option_key, o.text, o.sequence_no, o.score_value, o.allow_other_yn, o.status, o.version, o.created_at, o.updated_at`

export type FeedbackItem = Selectable<FeedbackItemTable>
export type FeedbackQuestionRow = Selectable<FeedbackQuestionTable>
export type LockedFeedbackQuestion = { form: FeedbackFormRow; item: FeedbackItem; question: FeedbackQuestionRow }

/** Locks the form of a question, then reads the question with its shared properties. */
export async function lockQuestion(ctx: Pick<Ctx, 'db'>, QuestionId: number): Promise<LockedFeedbackQuestion> {
  const reference = await ctx.db
    .selectFrom('FeedbackQuestion')
    .select('FeedbackId')
    .where('QuestionId', '=', QuestionId)
    .executeTakeFirst()
  if (!reference) throw refusals.notFound()
  const form = await lockFeedbackFormForChange(ctx, reference.FeedbackId)
  const question = await ctx.db
    .selectFrom('FeedbackQuestion')
    .selectAll()
    .where('QuestionId', '=', QuestionId)
    .executeTakeFirstOrThrow()
  return { form, question, item: await readFeedbackItem(ctx, question.GroupKey) }
}

export const readFeedbackItem = ({ db }: Pick<Ctx, 'db'>, GroupKey: number): Promise<FeedbackItem> =>
  db.selectFrom('FeedbackItem').selectAll().where('GroupKey', '=', GroupKey).executeTakeFirstOrThrow()

/** Rejects a question that was deleted, or replaced by a later wording. */
export function refuseDeletedOrReplacedQuestion({ Status }: FeedbackQuestionRow) {
  if (Status === 'Deleted') throw refusals.deleted()
  if (Status === 'Replaced') throw refusals.replaced()
}

/** Counts the answers to a question in all languages and versions. */
export async function countAnswersToQuestion({ db }: Pick<Ctx, 'db'>, GroupKey: number): Promise<number> {
  const { rows } = await sql<{ Answers: number }>`
    select count(*) as answers from feedback_answer where group_key = ${GroupKey}`.execute(db)
  return rows[0]!.Answers
}
