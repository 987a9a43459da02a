import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { questionTypesForConditions } from '../contract/questions.ts'
import {
  optionRefusals,
  QUESTIONS_PER_FORM_MAX,
  type QuestionType,
  questionRefusals as refusals,
  type ShowIf,
} from '../contract.ts'
import {
  findDependentQuestions,
  isChoiceQuestionType,
  refuseImpossibleCondition,
  refuseReferencedQuestion,
} from './conditions.ts'
import { countAnswersToQuestion, type FeedbackItem } from './question-rows.ts'

// The properties that all languages of a question share: position, type, condition, and whether an answer is required.

export type QuestionItemSettings = {
  QuestionType?: QuestionType | undefined
  RequiredYN?: 'Y' | 'N' | undefined
  ShowIf?: ShowIf | null | undefined
  SequenceNo?: number | undefined
}

const conditionOf = (ShowIf: ShowIf | null) => ({
  ShowIfGroupKey: ShowIf?.GroupKey ?? null,
  ShowIfAnswers: ShowIf ? [...new Set(ShowIf.Answers)] : null,
})

const activeItems = ({ db }: Pick<Ctx, 'db'>, FeedbackId: number) =>
  db
    .selectFrom('FeedbackItem')
    .select(['GroupKey', 'SequenceNo', 'ShowIfGroupKey'])
    .where('FeedbackId', '=', FeedbackId)
    .where('Status', '=', 'Active')
    .orderBy('SequenceNo')
    .orderBy('GroupKey')
    .execute()

export async function addQuestionItem(
  ctx: Ctx,
  FeedbackId: number,
  { QuestionType, RequiredYN = 'N', ShowIf = null, SequenceNo }: QuestionItemSettings,
): Promise<FeedbackItem> {
  if (!QuestionType) throw refusals.typeMissing()
  const present = await activeItems(ctx, FeedbackId)
  if (present.length >= QUESTIONS_PER_FORM_MAX) throw refusals.tooMany({ Most: QUESTIONS_PER_FORM_MAX })
  const last = (present.at(-1)?.SequenceNo ?? 0) + 1
  const position = Math.min(SequenceNo ?? last, last)
  // Moves later questions of the form by one position.
  await sql`update feedback_item set sequence_no = sequence_no + 1, version = version + 1, updated_at = ${ctx.now}
    where feedback_id = ${FeedbackId} and status = 'Active' and sequence_no >= ${position}`.execute(ctx.db)
  if (ShowIf) await refuseImpossibleCondition(ctx, { FeedbackId, SequenceNo: position }, ShowIf)
  return ctx.db
    .insertInto('FeedbackItem')
    .values({
      FeedbackId,
      SequenceNo: position,
      QuestionType,
      RequiredYN,
      ...conditionOf(ShowIf),
      CreatedById: ctx.actor.userId,
      CreatedAt: ctx.now,
      UpdatedAt: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateQuestionItem(
  ctx: Ctx,
  item: FeedbackItem,
  { QuestionType, RequiredYN, ShowIf, SequenceNo }: QuestionItemSettings,
) {
  const { GroupKey, FeedbackId } = item
  if (QuestionType && QuestionType !== item.QuestionType) await refuseType(ctx, item, QuestionType)
  if (SequenceNo !== undefined && SequenceNo !== item.SequenceNo) await moveTo(ctx, item, SequenceNo)
  if (ShowIf) {
    const { SequenceNo: position } = await ctx.db
      .selectFrom('FeedbackItem')
      .select('SequenceNo')
      .where('GroupKey', '=', GroupKey)
      .executeTakeFirstOrThrow()
    await refuseImpossibleCondition(ctx, { FeedbackId, SequenceNo: position, GroupKey }, ShowIf)
  }
  const changes = {
    ...(QuestionType && { QuestionType }),
    ...(RequiredYN && { RequiredYN }),
    ...(ShowIf !== undefined && conditionOf(ShowIf)),
  }
  await ctx.db
    .updateTable('FeedbackItem')
    .set(({ eb }) => ({ ...changes, Version: eb('Version', '+', 1), UpdatedAt: ctx.now }))
    .where('GroupKey', '=', GroupKey)
    .execute()
}

/** Rejects a new type if the question has answers, or if a condition on the question could no longer be true. */
async function refuseType(ctx: Ctx, { GroupKey, QuestionType: before }: FeedbackItem, next: QuestionType) {
  if ((await countAnswersToQuestion(ctx, GroupKey)) > 0) throw refusals.typeFixed()
  const bothChoices = isChoiceQuestionType(before) && isChoiceQuestionType(next)
  if (!bothChoices || !questionTypesForConditions.includes(next)) await refuseReferencedQuestion(ctx, GroupKey)
  if (isChoiceQuestionType(before) && !isChoiceQuestionType(next))
    await sql`update feedback_option o set status = 'Deleted', version = o.version + 1, updated_at = ${ctx.now}
      from feedback_question q where q.question_id = o.question_id and q.group_key = ${GroupKey} and o.status <> 'Deleted'`.execute(
      ctx.db,
    )
}

async function moveTo(ctx: Ctx, { GroupKey, FeedbackId }: FeedbackItem, position: number) {
  const others = (await activeItems(ctx, FeedbackId)).map((item) => item.GroupKey).filter((key) => key !== GroupKey)
  others.splice(Math.min(position - 1, others.length), 0, GroupKey)
  await reorderQuestionItems(ctx, FeedbackId, others)
}

/**
 * Puts the questions of a form into this order.
 * A question must come after the question to which its condition refers.
 */
export async function reorderQuestionItems(ctx: Ctx, FeedbackId: number, keys: readonly number[]) {
  const present = await activeItems(ctx, FeedbackId)
  const positions = new Map(keys.map((key, index) => [key, index + 1]))
  if (
    positions.size !== keys.length ||
    present.length !== keys.length ||
    present.some((item) => !positions.has(item.GroupKey))
  )
    throw refusals.orderIncomplete()
  for (const { GroupKey, ShowIfGroupKey } of present)
    if (ShowIfGroupKey !== null && (positions.get(ShowIfGroupKey) ?? 0) > positions.get(GroupKey)!)
      throw refusals.conditionOrder()
  await sql`update feedback_item item set sequence_no = requested.position, version = item.version + 1, updated_at = ${ctx.now}
    from unnest(${keys}::bigint[]) with ordinality requested (group_key, position)
    where item.group_key = requested.group_key and item.sequence_no <> requested.position`.execute(ctx.db)
}

/**
 * Deletes the shared row of a question when the last wording of the question is deleted.
 * Restores the shared row of a question at its old position when a wording is restored.
 */
export async function syncQuestionItemStatus(ctx: Ctx, { GroupKey, FeedbackId }: FeedbackItem) {
  const { rows } = await sql`
    select from feedback_question where group_key = ${GroupKey} and status in ('Active', 'Inactive') limit 1`.execute(
    ctx.db,
  )
  const Status = rows.length > 0 ? 'Active' : 'Deleted'
  if (Status === 'Deleted' && (await findDependentQuestions(ctx, GroupKey)).length > 0) throw refusals.inCondition()
  await sql`update feedback_item set status = ${Status}, version = version + 1, updated_at = ${ctx.now}
    where group_key = ${GroupKey} and status <> ${Status}`.execute(ctx.db)
  const active = await activeItems(ctx, FeedbackId)
  await sql`update feedback_item item set sequence_no = numbered.position
    from unnest(${active.map((item) => item.GroupKey)}::bigint[]) with ordinality numbered (group_key, position)
    where item.group_key = numbered.group_key and item.sequence_no <> numbered.position`.execute(ctx.db)
}

export function refuseOptionsForType(type: string, options: readonly unknown[]) {
  if (options.length > 0 && !isChoiceQuestionType(type)) throw optionRefusals.noChoice({ QuestionType: type })
}
