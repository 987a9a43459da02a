import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import { refuseStaleVersion } from '#kit/server/version.ts'
import type * as contract from '../contract.ts'
import { type FeedbackOption, OPTIONS_PER_QUESTION_MAX, optionRefusals as refusals } from '../contract.ts'
import { refuseRemovalOfOptionsInCondition } from './conditions.ts'
import { auditFormChange } from './form-rows.ts'
import { refuseOptionsForType } from './items.ts'
import { lockQuestion, questionOptionColumns, refuseDeletedOrReplacedQuestion } from './question-rows.ts'
import { ensureEditableWording, findQuestionOptions, nextOptionKey } from './wordings.ts'

// The specification's endpoints change single options of a question.
// If the wording of an option has answers, a copy of the wording is changed.

export const listFeedbackOptions = (_: Ctx, { Search }: Input<typeof contract.listFeedbackOptions>) =>
  sqlList({
    from: sql`feedback_option o join feedback_question q on q.question_id = o.question_id`,
    where: [
      Search.Status ? equals('o.status', Search.Status) : sql`o.status <> 'Deleted'`,
      // Selects the options of the given wording, or of all current wordings.
      !Search.QuestionId && sql`q.status in ('Active', 'Inactive')`,
      equals('o.question_id', Search.QuestionId),
      equals('q.feedback_id', Search.FeedbackId),
    ],
    select: questionOptionColumns,
    sort: {
      SequenceNo: (direction) => sql`o.question_id ${direction}, o.sequence_no ${direction}`,
      OptionId: 'o.option_id',
      Text: 'o.text',
      Status: 'o.status',
    },
    tie: 'o.option_id',
  })

async function findOption({ db }: Pick<Ctx, 'db'>, OptionId: number): Promise<FeedbackOption> {
  const { rows } = await sql<FeedbackOption>`
    select ${questionOptionColumns} from feedback_option o where o.option_id = ${OptionId}`.execute(db)
  if (!rows[0]) throw refusals.notFound()
  return rows[0]
}

export async function getFeedbackOption(ctx: Ctx, { OptionId }: Input<typeof contract.getFeedbackOption>) {
  const option = await findOption(ctx, OptionId)
  if (option.Status === 'Deleted') throw refusals.notFound()
  return option
}

const logAndReturn = (ctx: Ctx, action: string, OptionId: number) => {
  auditFormChange(ctx, action, 'Option', 'FeedbackOption', 'OptionId', OptionId)
  return findOption(ctx, OptionId)
}

/** Moves all options at or after this position by one position. */
const makeRoom = (ctx: Ctx, QuestionId: number, position: number, exceptId = 0) =>
  sql`update feedback_option set sequence_no = sequence_no + 1 where question_id = ${QuestionId} and status <> 'Deleted'
    and sequence_no >= ${position} and option_id <> ${exceptId}`.execute(ctx.db)

export async function addFeedbackOption(
  ctx: Ctx,
  { QuestionId: wordingId, SequenceNo, OptionKey, ...fields }: Input<typeof contract.addFeedbackOption>,
) {
  const { question, item } = await lockQuestion(ctx, wordingId)
  refuseDeletedOrReplacedQuestion(question)
  refuseOptionsForType(item.QuestionType, [fields])
  const present = await findQuestionOptions(ctx, wordingId)
  if (present.length >= OPTIONS_PER_QUESTION_MAX) throw refusals.tooMany({ Most: OPTIONS_PER_QUESTION_MAX })
  if (OptionKey !== undefined && present.some((option) => option.OptionKey === OptionKey))
    throw refusals.keyTaken({ OptionKey })
  const QuestionId = await ensureEditableWording(ctx, question)
  const last = (present.at(-1)?.SequenceNo ?? 0) + 1
  const position = Math.min(SequenceNo ?? last, last)
  await makeRoom(ctx, QuestionId, position)
  const added = await ctx.db
    .insertInto('FeedbackOption')
    .values({
      ...fields,
      QuestionId,
      SequenceNo: position,
      OptionKey: OptionKey ?? (await nextOptionKey(ctx, item.GroupKey)),
      CreatedById: ctx.actor.userId,
      CreatedAt: ctx.now,
      UpdatedAt: ctx.now,
    })
    .returning('OptionId')
    .executeTakeFirstOrThrow()
  return logAndReturn(ctx, 'Create', added.OptionId)
}

/** Locks the form of an option and returns the option with its question. */
async function lockOption(ctx: Ctx, OptionId: number) {
  const { QuestionId } = await findOption(ctx, OptionId)
  const locked = await lockQuestion(ctx, QuestionId)
  refuseDeletedOrReplacedQuestion(locked.question)
  return { ...locked, option: await findOption(ctx, OptionId) }
}

/** Returns the id of the same option in the wording that can be edited. */
async function optionIn(ctx: Ctx, QuestionId: number, { OptionId, OptionKey, QuestionId: originalId }: FeedbackOption) {
  if (QuestionId === originalId) return OptionId
  const copy = await ctx.db
    .selectFrom('FeedbackOption')
    .select('OptionId')
    .where('QuestionId', '=', QuestionId)
    .where('OptionKey', '=', OptionKey)
    .where('Status', '<>', 'Deleted')
    .executeTakeFirstOrThrow()
  return copy.OptionId
}

export async function updateFeedbackOption(
  ctx: Ctx,
  { OptionId, Version, SequenceNo, ...changes }: Input<typeof contract.updateFeedbackOption>,
) {
  const { option, question } = await lockOption(ctx, OptionId)
  if (option.Status === 'Deleted') throw refusals.deleted()
  await refuseStaleVersion(
    ctx,
    { record: ['FeedbackOption', OptionId], sent: Version, present: option.Version },
    () => option,
  )
  const QuestionId = await ensureEditableWording(ctx, question)
  const current = await optionIn(ctx, QuestionId, option)
  if (SequenceNo !== undefined) await makeRoom(ctx, QuestionId, SequenceNo, current)
  await write(ctx, current, { ...changes, ...(SequenceNo !== undefined && { SequenceNo }) })
  return logAndReturn(ctx, 'Update', current)
}

export async function deleteFeedbackOption(ctx: Ctx, { OptionId }: Input<typeof contract.deleteFeedbackOption>) {
  const { option, question, item } = await lockOption(ctx, OptionId)
  if (option.Status === 'Deleted') throw refusals.deleted()
  await refuseRemovalOfOptionsInCondition(ctx, item.GroupKey, [option.OptionKey])
  const current = await optionIn(ctx, await ensureEditableWording(ctx, question), option)
  await write(ctx, current, { Status: 'Deleted' })
  return logAndReturn(ctx, 'Delete', current)
}

export async function restoreFeedbackOption(ctx: Ctx, { OptionId }: Input<typeof contract.restoreFeedbackOption>) {
  const { option } = await lockOption(ctx, OptionId)
  if (option.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, option.UpdatedAt, refusals.undoOver)
  const statusBefore = (await statusBeforeDelete(ctx, 'FeedbackOption', OptionId)) as FeedbackOption['Status']
  await write(ctx, OptionId, { Status: statusBefore }).catch((error: { constraint?: string }) => {
    throw error.constraint === 'feedback_option_once' ? refusals.keyTaken({ OptionKey: option.OptionKey }) : error
  })
  return logAndReturn(ctx, 'Restore', OptionId)
}

type OptionChanges = Partial<Pick<FeedbackOption, 'Text' | 'SequenceNo' | 'ScoreValue' | 'AllowOtherYN' | 'Status'>>

const write = (
  ctx: Ctx,
  OptionId: number,
  changes: { [Name in keyof OptionChanges]: OptionChanges[Name] | undefined },
) =>
  ctx.db
    .updateTable('FeedbackOption')
    .set(({ eb }) => ({ ...(changes as OptionChanges), Version: eb('Version', '+', 1), UpdatedAt: ctx.now }))
    .where('OptionId', '=', OptionId)
    .execute()
