import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import { readFirstRow, sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import {
  type FeedbackLanguage,
  type FeedbackQuestion,
  type QuestionGroup,
  questionRefusals as refusals,
} from '../contract.ts'
import { isChoiceQuestionType, refuseRemovalOfOptionsInCondition } from './conditions.ts'
import { auditFormChange, type FeedbackFormRow, lockFeedbackFormForChange } from './form-rows.ts'
import {
  addQuestionItem,
  refuseOptionsForType,
  reorderQuestionItems,
  syncQuestionItemStatus,
  updateQuestionItem,
} from './items.ts'
import { type FeedbackItem, questionColumns, questionTables, showIfColumn } from './question-rows.ts'
import { refuseLanguageOutsideForm } from './questions.ts'
import {
  addQuestionWording,
  areOptionsEqual,
  ensureEditableWording,
  findQuestionOptions,
  nextOptionKey,
  type OptionWithKey,
  replaceAnswerOptions,
} from './wordings.ts'

// A question in all its languages, as the question editor saves it.

const groupColumns = sql<Omit<QuestionGroup, 'Questions'>>`
  item.group_key, item.feedback_id, item.sequence_no, item.question_type, item.required_yn, ${showIfColumn} as show_if,
  (select count(*) from feedback_answer answer where answer.group_key = item.group_key) as answers, item.version`

const groupList = (questions: readonly FeedbackQuestion[], FeedbackId: number, GroupKey?: number) =>
  sqlList({
    from: sql`feedback_item item`,
    where: [
      sql`item.feedback_id = ${FeedbackId}`,
      sql`item.status = 'Active'`,
      GroupKey !== undefined && sql`item.group_key = ${GroupKey}`,
    ],
    select: groupColumns,
    tie: (direction) => sql`item.sequence_no ${direction}, item.group_key ${direction}`,
    map: (group: Omit<QuestionGroup, 'Questions'>): QuestionGroup => ({
      ...group,
      Questions: questions.filter((question) => question.GroupKey === group.GroupKey),
    }),
  })

const questionsOf = async ({ db }: Pick<Ctx, 'db'>, FeedbackId: number): Promise<FeedbackQuestion[]> => {
  const { rows } = await sql<FeedbackQuestion>`
    select ${questionColumns} from ${questionTables} where q.feedback_id = ${FeedbackId} and q.status in ('Active', 'Inactive')
    order by array_position(f.languages, q.language_code)`.execute(db)
  return rows
}

export async function listQuestionGroups(ctx: Ctx, { FeedbackId }: Input<typeof contract.listQuestionGroups>) {
  return groupList(await questionsOf(ctx, FeedbackId), FeedbackId)
}

async function findGroup(ctx: Ctx, FeedbackId: number, GroupKey: number): Promise<QuestionGroup> {
  const group = await readFirstRow(ctx, groupList(await questionsOf(ctx, FeedbackId), FeedbackId, GroupKey))
  if (!group) throw refusals.noGroup()
  return group
}

type GroupInput = Input<typeof contract.saveQuestionGroup>

export async function saveQuestionGroup(ctx: Ctx, input: GroupInput) {
  const { FeedbackId, GroupKey, QuestionType, RequiredYN, ShowIf, Options } = input
  const form = await lockFeedbackFormForChange(ctx, FeedbackId)
  refuseTexts(form, input)
  refuseOptionsForType(QuestionType, Options)
  if (isChoiceQuestionType(QuestionType) && Options.length < 2) throw refusals.optionsMissing()
  const terms = { QuestionType, RequiredYN, ShowIf }
  const item =
    GroupKey === undefined ? await addQuestionItem(ctx, FeedbackId, terms) : await changeExistingItem(ctx, input, terms)
  const options = await optionsByLanguage(ctx, item, Options)
  const before = (await questionsOf(ctx, FeedbackId)).filter((question) => question.GroupKey === item.GroupKey)
  await refuseRemovalOfOptionsInCondition(ctx, item.GroupKey, removedKeys(before, options.keys))
  for (const language of form.Languages as FeedbackLanguage[]) {
    const Text = input.Texts[language]
    const present = before.find(({ LanguageCode }) => LanguageCode === language)
    if (Text) await saveWording(ctx, item, language, present, Text, options.in(language))
    else if (present)
      await ctx.db
        .updateTable('FeedbackQuestion')
        .set({ Status: 'Deleted', Version: present.Version + 1, UpdatedAt: ctx.now })
        .where('QuestionId', '=', present.QuestionId)
        .execute()
  }
  await syncQuestionItemStatus(ctx, item)
  auditFormChange(
    ctx,
    GroupKey === undefined ? 'Create' : 'Update',
    'Question',
    'FeedbackItem',
    'GroupKey',
    item.GroupKey,
  )
  return findGroup(ctx, FeedbackId, item.GroupKey)
}

/**
 * A question needs texts in the form's first language, because they replace missing texts.
 * Each language of the question must have texts for all options.
 */
function refuseTexts({ Languages }: FeedbackFormRow, { Texts, Options }: GroupInput) {
  for (const language of Object.keys(Texts) as FeedbackLanguage[]) refuseLanguageOutsideForm({ Languages }, language)
  const first = Languages[0] as FeedbackLanguage
  if (!Texts[first]) throw refusals.textMissing({ Language: first })
  for (const language of Object.keys(Texts) as FeedbackLanguage[])
    if (Options.some((option) => !option.Texts[language])) throw refusals.optionTextMissing({ Language: language })
}

async function changeExistingItem(
  ctx: Ctx,
  { FeedbackId, GroupKey, Version }: GroupInput,
  terms: Parameters<typeof updateQuestionItem>[2],
) {
  const item = await ctx.db
    .selectFrom('FeedbackItem')
    .selectAll()
    .where('GroupKey', '=', GroupKey!)
    .where('FeedbackId', '=', FeedbackId)
    .where('Status', '=', 'Active')
    .executeTakeFirst()
  if (!item) throw refusals.noGroup()
  if (item.Version !== Version) throw staleVersionRefusal(await findGroup(ctx, FeedbackId, GroupKey!))
  await updateQuestionItem(ctx, item, terms)
  return item
}

/** The options of a question by language, with the same keys in every language. */
async function optionsByLanguage(
  ctx: Ctx,
  { GroupKey }: Pick<FeedbackItem, 'GroupKey'>,
  options: GroupInput['Options'],
) {
  let next = await nextOptionKey(ctx, GroupKey)
  const keys = options.map(({ OptionKey }) => OptionKey ?? next++)
  return {
    keys: new Set(keys),
    in: (language: FeedbackLanguage): OptionWithKey[] =>
      options.map(({ Texts, ScoreValue, AllowOtherYN }, index) => ({
        OptionKey: keys[index]!,
        Text: Texts[language]!,
        ScoreValue,
        AllowOtherYN,
      })),
  }
}

const removedKeys = (before: readonly FeedbackQuestion[], remainingKeys: ReadonlySet<number>) => [
  ...new Set(
    before
      .flatMap(({ FeedbackOptions }) => FeedbackOptions.map(({ OptionKey }) => OptionKey))
      .filter((key) => !remainingKeys.has(key)),
  ),
]

async function saveWording(
  ctx: Ctx,
  { FeedbackId, GroupKey }: FeedbackItem,
  LanguageCode: FeedbackLanguage,
  present: FeedbackQuestion | undefined,
  Text: string,
  options: readonly OptionWithKey[],
) {
  if (!present) {
    const added = await addQuestionWording(ctx, { FeedbackId, GroupKey, LanguageCode, Text, Status: 'Active' })
    return replaceAnswerOptions(ctx, added, options)
  }
  if (present.Text === Text && areOptionsEqual(await findQuestionOptions(ctx, present.QuestionId), options)) return
  const question = await ctx.db
    .selectFrom('FeedbackQuestion')
    .selectAll()
    .where('QuestionId', '=', present.QuestionId)
    .executeTakeFirstOrThrow()
  const QuestionId = await ensureEditableWording(ctx, question)
  await ctx.db
    .updateTable('FeedbackQuestion')
    .set(({ eb }) => ({ Text, Version: eb('Version', '+', 1), UpdatedAt: ctx.now }))
    .where('QuestionId', '=', QuestionId)
    .execute()
  await replaceAnswerOptions(ctx, QuestionId, options)
}

export async function orderQuestions(ctx: Ctx, { FeedbackId, GroupKeys }: Input<typeof contract.orderQuestions>) {
  await lockFeedbackFormForChange(ctx, FeedbackId)
  await reorderQuestionItems(ctx, FeedbackId, GroupKeys)
  auditFormChange(ctx, 'Order', 'Question', 'Feedback', 'FeedbackId', FeedbackId)
  return { FeedbackId, GroupKeys }
}
