import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { type NewOption, OPTIONS_PER_QUESTION_MAX, optionRefusals } from '../contract.ts'
import type { FeedbackQuestionRow } from './question-rows.ts'

// A wording is the text of a question and its options in one language.
// An answered wording never changes: an edit changes a copy, and the answered wording becomes Replaced.

/** Returns the id of a wording that can be edited: the given one, or a new copy if the given one has answers. */
export async function ensureEditableWording(ctx: Ctx, question: FeedbackQuestionRow): Promise<number> {
  const { rows } = await sql`select from feedback_answer where question_id = ${question.QuestionId} limit 1`.execute(
    ctx.db,
  )
  if (rows.length === 0) return question.QuestionId
  await sql`update feedback_question set status = 'Replaced', version = version + 1, updated_at = ${ctx.now}
    where question_id = ${question.QuestionId}`.execute(ctx.db)
  const copy = await ctx.db
    .insertInto('FeedbackQuestion')
    .values({
      FeedbackId: question.FeedbackId,
      GroupKey: question.GroupKey,
      LanguageCode: question.LanguageCode,
      Text: question.Text,
      Revision: question.Revision + 1,
      Status: question.Status,
      CreatedById: ctx.actor.userId,
      CreatedAt: ctx.now,
      UpdatedAt: ctx.now,
    })
    .returning('QuestionId')
    .executeTakeFirstOrThrow()
  await sql`
    insert into feedback_option (question_id, option_key, text, sequence_no, score_value, allow_other_yn, status, created_by_id, created_at, updated_at)
    select ${copy.QuestionId}, option_key, text, sequence_no, score_value, allow_other_yn, status, ${ctx.actor.userId}::bigint, ${ctx.now}, ${ctx.now}
    from feedback_option where question_id = ${question.QuestionId} and status <> 'Deleted' order by sequence_no, option_id`.execute(
    ctx.db,
  )
  return copy.QuestionId
}

export async function addQuestionWording(
  ctx: Ctx,
  question: Pick<FeedbackQuestionRow, 'FeedbackId' | 'GroupKey' | 'LanguageCode' | 'Text' | 'Status'>,
): Promise<number> {
  const { GroupKey, LanguageCode } = question
  const { QuestionId } = await ctx.db
    .insertInto('FeedbackQuestion')
    .values({
      ...question,
      Revision: sql<number>`coalesce((select max(revision) from feedback_question
        where group_key = ${GroupKey} and language_code = ${LanguageCode}), 0) + 1`,
      CreatedById: ctx.actor.userId,
      CreatedAt: ctx.now,
      UpdatedAt: ctx.now,
    })
    .returning('QuestionId')
    .executeTakeFirstOrThrow()
  return QuestionId
}

/** Returns the next option key that the question has never used in any language. */
export async function nextOptionKey({ db }: Pick<Ctx, 'db'>, GroupKey: number): Promise<number> {
  const { rows } = await sql<{ Next: number }>`
    select coalesce(max(o.option_key), 0) + 1 as next from feedback_option o join feedback_question q using (question_id)
    where q.group_key = ${GroupKey}`.execute(db)
  return rows[0]!.Next
}

/** Returns the options of a wording in order, without deleted options. */
export const findQuestionOptions = ({ db }: Pick<Ctx, 'db'>, QuestionId: number) =>
  db
    .selectFrom('FeedbackOption')
    .selectAll()
    .where('QuestionId', '=', QuestionId)
    .where('Status', '<>', 'Deleted')
    .orderBy('SequenceNo')
    .orderBy('OptionId')
    .execute()

export type OptionWithKey = NewOption & { OptionKey: number }

/**
 * Gives each option of a question a key.
 * The key is the given one, or that of a stored option with the same text, or that of a sibling, or a new key.
 */
export function assignOptionKeys(
  options: readonly NewOption[],
  existing: readonly { OptionKey: number; Text: string }[],
  nextKey: number,
  /** The option keys of the same question in another language, in the same order. */
  siblings: readonly number[] = [],
): OptionWithKey[] {
  if (options.length > OPTIONS_PER_QUESTION_MAX) throw optionRefusals.tooMany({ Most: OPTIONS_PER_QUESTION_MAX })
  const used = new Set(options.flatMap(({ OptionKey }) => OptionKey ?? []))
  let free = nextKey
  const claimKey = (key: number | undefined) => {
    if (key === undefined || used.has(key)) return undefined
    used.add(key)
    return key
  }
  const keys = options.map(
    ({ OptionKey, Text }, index) =>
      OptionKey ??
      claimKey(existing.find((option) => option.Text === Text)?.OptionKey) ??
      claimKey(siblings[index]) ??
      free++,
  )
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice !== undefined) throw optionRefusals.keyTaken({ OptionKey: twice })
  return options.map((option, index) => ({ ...option, OptionKey: keys[index]! }))
}

/** True if the stored options of a wording equal the given options. */
export const areOptionsEqual = (
  before: Awaited<ReturnType<typeof findQuestionOptions>>,
  next: readonly OptionWithKey[],
): boolean =>
  before.length === next.length &&
  before.every((option, index) => {
    const { OptionKey, Text, ScoreValue, AllowOtherYN } = next[index]!
    return (
      option.OptionKey === OptionKey &&
      option.Text === Text &&
      option.ScoreValue === ScoreValue &&
      option.AllowOtherYN === AllowOtherYN
    )
  })

/** Replaces the answer options of a question's wording. Unchanged options keep their rows. */
export async function replaceAnswerOptions(ctx: Ctx, QuestionId: number, options: readonly OptionWithKey[]) {
  const present = await findQuestionOptions(ctx, QuestionId)
  for (const [index, { OptionKey, Text, ScoreValue, AllowOtherYN }] of options.entries()) {
    const fields = { Text, ScoreValue, AllowOtherYN, SequenceNo: index + 1 }
    const stored = present.find((option) => option.OptionKey === OptionKey)
    if (!stored)
      await ctx.db
        .insertInto('FeedbackOption')
        .values({
          ...fields,
          QuestionId,
          OptionKey,
          Status: 'Active',
          CreatedById: ctx.actor.userId,
          CreatedAt: ctx.now,
          UpdatedAt: ctx.now,
        })
        .execute()
    else
      await ctx.db
        .updateTable('FeedbackOption')
        .set({ ...fields, Version: stored.Version + 1, UpdatedAt: ctx.now })
        .where('OptionId', '=', stored.OptionId)
        .execute()
  }
  const remainingKeys = new Set(options.map(({ OptionKey }) => OptionKey))
  const removedIds = present.filter(({ OptionKey }) => !remainingKeys.has(OptionKey)).map(({ OptionId }) => OptionId)
  if (removedIds.length > 0)
    await ctx.db
      .updateTable('FeedbackOption')
      .set(({ eb }) => ({ Status: 'Deleted', Version: eb('Version', '+', 1), UpdatedAt: ctx.now }))
      .where('OptionId', 'in', removedIds)
      .execute()
}
