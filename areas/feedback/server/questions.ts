import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import { refuseStaleVersion } from '#kit/server/version.ts'
import type * as contract from '../contract.ts'
import { type FeedbackLanguage, type FeedbackQuestion, questionRefusals as refusals } from '../contract.ts'
import { refuseRemovalOfOptionsInCondition } from './conditions.ts'
import { auditFormChange, type FeedbackFormRow, lockFeedbackFormForChange } from './form-rows.ts'
import { addQuestionItem, refuseOptionsForType, syncQuestionItemStatus, updateQuestionItem } from './items.ts'
import {
  findQuestion,
  lockQuestion,
  questionColumns,
  questionTables,
  readFeedbackItem,
  refuseDeletedOrReplacedQuestion,
} from './question-rows.ts'
import { findResponse } from './response-rows.ts'
import {
  addQuestionWording,
  areOptionsEqual,
  assignOptionKeys,
  ensureEditableWording,
  findQuestionOptions,
  nextOptionKey,
  replaceAnswerOptions,
} from './wordings.ts'

const isCurrent = sql`q.status in ('Active', 'Inactive')`

export const listQuestions = (_: Ctx, { Search }: Input<typeof contract.listQuestions>) =>
  sqlList({
    from: questionTables,
    where: [
      Search.Status ? equals('q.status', Search.Status) : isCurrent,
      // A list without a filter by form omits the questions of deleted forms.
      !Search.FeedbackId && sql`f.status <> 'Deleted'`,
      equals('q.feedback_id', Search.FeedbackId),
      equals('q.group_key', Search.GroupKey),
      equals('q.language_code', Search.LanguageCode),
      equals('item.question_type', Search.QuestionType),
      contains('q.text', Search.Text),
    ],
    select: questionColumns,
    sort: {
      SequenceNo: (direction) =>
        sql`q.feedback_id ${direction}, item.sequence_no ${direction}, array_position(f.languages, q.language_code) ${direction}`,
      Text: 'q.text',
      LanguageCode: 'q.language_code',
      QuestionType: 'item.question_type',
      FeedbackName: 'f.name',
      CreatedAt: 'q.created_at',
    },
    tie: 'q.question_id',
  })

export async function getQuestion(ctx: Ctx, { QuestionId, ResponseId }: Input<typeof contract.getQuestion>) {
  if (ResponseId !== undefined) return findResponse(ctx, ResponseId)
  const question = await findQuestion(ctx, QuestionId!)
  if (question.Status === 'Deleted') throw refusals.notFound()
  return question
}

const logAndReturn = (ctx: Ctx, action: string, QuestionId: number) => {
  auditFormChange(ctx, action, 'Question', 'FeedbackQuestion', 'QuestionId', QuestionId)
  return findQuestion(ctx, QuestionId)
}

export function refuseLanguageOutsideForm(
  { Languages }: Pick<FeedbackFormRow, 'Languages'>,
  Language: FeedbackLanguage,
) {
  if (!Languages.includes(Language)) throw refusals.notALanguage({ Language })
}

export async function addQuestion(
  ctx: Ctx,
  { FeedbackId, GroupKey, LanguageCode, Text, Status, FeedbackOptions, ...terms }: Input<typeof contract.addQuestion>,
) {
  const form = await lockFeedbackFormForChange(ctx, FeedbackId)
  refuseLanguageOutsideForm(form, LanguageCode)
  const item =
    GroupKey === undefined ? await addQuestionItem(ctx, FeedbackId, terms) : await itemInForm(ctx, FeedbackId, GroupKey)
  if (GroupKey !== undefined) {
    if (await hasLanguage(ctx, GroupKey, LanguageCode)) throw refusals.languageTaken({ Language: LanguageCode })
    await updateQuestionItem(ctx, item, terms)
  }
  const { QuestionType } = await readFeedbackItem(ctx, item.GroupKey)
  refuseOptionsForType(QuestionType, FeedbackOptions)
  const QuestionId = await addQuestionWording(ctx, { FeedbackId, GroupKey: item.GroupKey, LanguageCode, Text, Status })
  const next = await nextOptionKey(ctx, item.GroupKey)
  await replaceAnswerOptions(
    ctx,
    QuestionId,
    assignOptionKeys(FeedbackOptions, [], next, await firstWordingKeys(ctx, item.GroupKey, QuestionId)),
  )
  return logAndReturn(ctx, 'Create', QuestionId)
}

async function itemInForm(ctx: Ctx, FeedbackId: number, GroupKey: number) {
  const item = await ctx.db
    .selectFrom('FeedbackItem')
    .selectAll()
    .where('GroupKey', '=', GroupKey)
    .where('FeedbackId', '=', FeedbackId)
    .where('Status', '=', 'Active')
    .executeTakeFirst()
  if (!item) throw refusals.noGroup()
  return item
}

async function hasLanguage({ db }: Ctx, GroupKey: number, language: string): Promise<boolean> {
  const { rows } = await sql`select from feedback_question q
    where q.group_key = ${GroupKey} and q.language_code = ${language} and ${isCurrent}`.execute(db)
  return rows.length > 0
}

/** Returns the option keys of the question's first wording, in order. */
async function firstWordingKeys({ db }: Ctx, GroupKey: number, exceptId: number): Promise<number[]> {
  const { rows } = await sql<{ OptionKey: number }>`
    select o.option_key from feedback_option o
    where o.status <> 'Deleted' and o.question_id = (select min(q.question_id) from feedback_question q
      where q.group_key = ${GroupKey} and q.question_id <> ${exceptId} and ${isCurrent})
    order by o.sequence_no, o.option_id`.execute(db)
  return rows.map(({ OptionKey }) => OptionKey)
}

export async function updateQuestion(
  ctx: Ctx,
  { QuestionId, Version, Text, Status, FeedbackOptions, ...terms }: Input<typeof contract.updateQuestion>,
) {
  const { question, item } = await lockQuestion(ctx, QuestionId)
  refuseDeletedOrReplacedQuestion(question)
  await refuseStaleVersion(
    ctx,
    { record: ['FeedbackQuestion', QuestionId], sent: Version, present: question.Version },
    () => findQuestion(ctx, QuestionId),
  )
  if (Object.values(terms).some((term) => term !== undefined)) await updateQuestionItem(ctx, item, terms)
  const { QuestionType } = await readFeedbackItem(ctx, item.GroupKey)
  refuseOptionsForType(QuestionType, FeedbackOptions ?? [])
  const before = await findQuestionOptions(ctx, QuestionId)
  const options = FeedbackOptions && assignOptionKeys(FeedbackOptions, before, await nextOptionKey(ctx, item.GroupKey))
  const changesOptions = options !== undefined && !areOptionsEqual(before, options)
  if (changesOptions) {
    const remainingKeys = new Set(options.map(({ OptionKey }) => OptionKey))
    await refuseRemovalOfOptionsInCondition(
      ctx,
      item.GroupKey,
      before.map((option) => option.OptionKey).filter((key) => !remainingKeys.has(key)),
    )
  }
  const rewords = (Text !== undefined && Text !== question.Text) || changesOptions
  const current = rewords ? await ensureEditableWording(ctx, question) : QuestionId
  await ctx.db
    .updateTable('FeedbackQuestion')
    .set(({ eb }) => ({
      ...(Text !== undefined && { Text }),
      ...(Status && { Status }),
      Version: eb('Version', '+', 1),
      UpdatedAt: ctx.now,
    }))
    .where('QuestionId', '=', current)
    .execute()
  if (changesOptions) await replaceAnswerOptions(ctx, current, options)
  return logAndReturn(ctx, 'Update', current)
}

const setStatus = (ctx: Ctx, QuestionId: number, Status: FeedbackQuestion['Status']) =>
  ctx.db
    .updateTable('FeedbackQuestion')
    .set(({ eb }) => ({ Status, Version: eb('Version', '+', 1), UpdatedAt: ctx.now }))
    .where('QuestionId', '=', QuestionId)
    .execute()

export async function deleteQuestion(ctx: Ctx, { QuestionId }: Input<typeof contract.deleteQuestion>) {
  const { question, item } = await lockQuestion(ctx, QuestionId)
  refuseDeletedOrReplacedQuestion(question)
  await setStatus(ctx, QuestionId, 'Deleted')
  await syncQuestionItemStatus(ctx, item)
  return logAndReturn(ctx, 'Delete', QuestionId)
}

export async function restoreQuestion(ctx: Ctx, { QuestionId }: Input<typeof contract.restoreQuestion>) {
  const { question, item } = await lockQuestion(ctx, QuestionId)
  if (question.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, question.UpdatedAt, refusals.undoOver)
  if (await hasLanguage(ctx, item.GroupKey, question.LanguageCode))
    throw refusals.languageTaken({ Language: question.LanguageCode })
  const statusBefore = (await statusBeforeDelete(ctx, 'FeedbackQuestion', QuestionId)) as FeedbackQuestion['Status']
  await setStatus(ctx, QuestionId, statusBefore)
  await syncQuestionItemStatus(ctx, item)
  return logAndReturn(ctx, 'Restore', QuestionId)
}
