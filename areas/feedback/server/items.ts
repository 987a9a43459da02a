import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { conditionTypes } from '../contract/questions.ts'
import {
  optionRefusals,
  QUESTIONS_MOST,
  type QuestionType,
  questionRefusals as refusals,
  type ShowIf,
} from '../contract.ts'
import { dependents, isChoice, refuseCondition, refuseInCondition } from './conditions.ts'
import { answersOf, type Item } from './question-rows.ts'

// WHAT A QUESTION HAS IN COMMON IN ALL ITS LANGUAGES: place, type, condition, and whether an answer is required.

export type Terms = {
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

export async function addItem(
  ctx: Ctx,
  FeedbackId: number,
  { QuestionType, RequiredYN = 'N', ShowIf = null, SequenceNo }: Terms,
): Promise<Item> {
  if (!QuestionType) throw refusals.typeMissing()
  const present = await activeItems(ctx, FeedbackId)
  if (present.length >= QUESTIONS_MOST) throw refusals.tooMany({ Most: QUESTIONS_MOST })
  const last = (present.at(-1)?.SequenceNo ?? 0) + 1
  const place = Math.min(SequenceNo ?? last, last)
  // What stands there and behind moves on.
  await sql`update feedback_item set sequence_no = sequence_no + 1, version = version + 1, updated_at = ${ctx.now}
    where feedback_id = ${FeedbackId} and status = 'Active' and sequence_no >= ${place}`.execute(ctx.db)
  if (ShowIf) await refuseCondition(ctx, { FeedbackId, SequenceNo: place }, ShowIf)
  return ctx.db
    .insertInto('FeedbackItem')
    .values({
      FeedbackId,
      SequenceNo: place,
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

export async function changeItem(ctx: Ctx, item: Item, { QuestionType, RequiredYN, ShowIf, SequenceNo }: Terms) {
  const { GroupKey, FeedbackId } = item
  if (QuestionType && QuestionType !== item.QuestionType) await refuseType(ctx, item, QuestionType)
  if (SequenceNo !== undefined && SequenceNo !== item.SequenceNo) await moveTo(ctx, item, SequenceNo)
  if (ShowIf) {
    const { SequenceNo: place } = await ctx.db
      .selectFrom('FeedbackItem')
      .select('SequenceNo')
      .where('GroupKey', '=', GroupKey)
      .executeTakeFirstOrThrow()
    await refuseCondition(ctx, { FeedbackId, SequenceNo: place, GroupKey }, ShowIf)
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

/** Answers of one type are none of another; and a condition that names this question has to be able to hold. */
async function refuseType(ctx: Ctx, { GroupKey, QuestionType: before }: Item, next: QuestionType) {
  if ((await answersOf(ctx, GroupKey)) > 0) throw refusals.typeFixed()
  const alike = isChoice(before) && isChoice(next)
  if (!alike || !conditionTypes.includes(next)) await refuseInCondition(ctx, GroupKey)
  if (isChoice(before) && !isChoice(next))
    await sql`update feedback_option o set status = 'Deleted', version = o.version + 1, updated_at = ${ctx.now}
      from feedback_question q where q.question_id = o.question_id and q.group_key = ${GroupKey} and o.status <> 'Deleted'`.execute(
      ctx.db,
    )
}

async function moveTo(ctx: Ctx, { GroupKey, FeedbackId }: Item, place: number) {
  const others = (await activeItems(ctx, FeedbackId)).map((one) => one.GroupKey).filter((key) => key !== GroupKey)
  others.splice(Math.min(place - 1, others.length), 0, GroupKey)
  await putInOrder(ctx, FeedbackId, others)
}

/** Puts the questions of a form into this order; each still has to come after the one that it depends on. */
export async function putInOrder(ctx: Ctx, FeedbackId: number, keys: readonly number[]) {
  const present = await activeItems(ctx, FeedbackId)
  const places = new Map(keys.map((key, index) => [key, index + 1]))
  if (places.size !== keys.length || present.length !== keys.length || present.some((one) => !places.has(one.GroupKey)))
    throw refusals.orderIncomplete()
  for (const { GroupKey, ShowIfGroupKey } of present)
    if (ShowIfGroupKey !== null && (places.get(ShowIfGroupKey) ?? 0) > places.get(GroupKey)!)
      throw refusals.conditionOrder()
  await sql`update feedback_item item set sequence_no = asked.place, version = item.version + 1, updated_at = ${ctx.now}
    from unnest(${keys}::bigint[]) with ordinality asked (group_key, place)
    where item.group_key = asked.group_key and item.sequence_no <> asked.place`.execute(ctx.db)
}

/** A question that is asked in no language any more is gone; one that comes back stands where it stood. */
export async function followItem(ctx: Ctx, { GroupKey, FeedbackId }: Item) {
  const { rows } = await sql`
    select from feedback_question where group_key = ${GroupKey} and status in ('Active', 'Inactive') limit 1`.execute(
    ctx.db,
  )
  const Status = rows.length > 0 ? 'Active' : 'Deleted'
  if (Status === 'Deleted' && (await dependents(ctx, GroupKey)).length > 0) throw refusals.inCondition()
  await sql`update feedback_item set status = ${Status}, version = version + 1, updated_at = ${ctx.now}
    where group_key = ${GroupKey} and status <> ${Status}`.execute(ctx.db)
  const active = await activeItems(ctx, FeedbackId)
  await sql`update feedback_item item set sequence_no = asked.place
    from unnest(${active.map((one) => one.GroupKey)}::bigint[]) with ordinality asked (group_key, place)
    where item.group_key = asked.group_key and item.sequence_no <> asked.place`.execute(ctx.db)
}

export function refuseOptionsOf(type: string, options: readonly unknown[]) {
  if (options.length > 0 && !isChoice(type)) throw optionRefusals.noChoice({ QuestionType: type })
}
