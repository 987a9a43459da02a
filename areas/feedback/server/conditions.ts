import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import {
  choiceTypes,
  conditionTypes,
  optionRefusals,
  type QuestionType,
  questionRefusals as refusals,
  type ShowIf,
} from '../contract.ts'
import type { Item } from './question-rows.ts'

// WHERE A QUESTION IS ASKED: a condition names an earlier question of the form and some of its answers.

/** Refuses a condition that can never hold. `SequenceNo`: of the question that has it. */
export async function refuseCondition(
  ctx: Pick<Ctx, 'db'>,
  of: { FeedbackId: number; SequenceNo: number; GroupKey?: number },
  { GroupKey, Answers }: ShowIf,
) {
  const source = await ctx.db
    .selectFrom('FeedbackItem')
    .selectAll()
    .where('GroupKey', '=', GroupKey)
    .where('FeedbackId', '=', of.FeedbackId)
    .where('Status', '=', 'Active')
    .executeTakeFirst()
  const type = source?.QuestionType as QuestionType | undefined
  const earlier =
    source &&
    (source.SequenceNo < of.SequenceNo || (source.SequenceNo === of.SequenceNo && GroupKey < (of.GroupKey ?? Infinity)))
  if (!type || !earlier || !conditionTypes.includes(type)) throw refusals.conditionUnknown()
  const possible = await possibleAnswers(ctx, GroupKey, type)
  const Answer = Answers.find((one) => !possible.includes(one))
  if (Answer !== undefined) throw refusals.conditionAnswer({ Answer })
}

async function possibleAnswers({ db }: Pick<Ctx, 'db'>, GroupKey: number, type: QuestionType): Promise<string[]> {
  if (type === 'Yes/No') return ['Y', 'N']
  if (type === 'Rating 1-5') return ['1', '2', '3', '4', '5']
  if (type === 'NPS 0-10') return Array.from({ length: 11 }, (_, number) => `${number}`)
  const { rows } = await sql<{ Key: string }>`
    select distinct o.option_key::text as key from feedback_option o join feedback_question q using (question_id)
    where q.group_key = ${GroupKey} and q.status in ('Active', 'Inactive') and o.status <> 'Deleted'`.execute(db)
  return rows.map(({ Key }) => Key)
}

export type Depends = Pick<Item, 'GroupKey' | 'SequenceNo' | 'ShowIfAnswers'>

/** The questions whose condition names this one. */
export const dependents = ({ db }: Pick<Ctx, 'db'>, GroupKey: number): Promise<Depends[]> =>
  db
    .selectFrom('FeedbackItem')
    .select(['GroupKey', 'SequenceNo', 'ShowIfAnswers'])
    .where('ShowIfGroupKey', '=', GroupKey)
    .where('Status', '=', 'Active')
    .execute()

/** What another question depends on stays: the question itself, its type, and the options that are named. */
export async function refuseInCondition(ctx: Pick<Ctx, 'db'>, GroupKey: number) {
  if ((await dependents(ctx, GroupKey)).length > 0) throw refusals.inCondition()
}

export async function refuseOptionsInCondition(ctx: Pick<Ctx, 'db'>, GroupKey: number, gone: readonly number[]) {
  if (gone.length === 0) return
  const named = (await dependents(ctx, GroupKey)).flatMap(({ ShowIfAnswers }) => ShowIfAnswers ?? [])
  if (gone.some((key) => named.includes(`${key}`))) throw optionRefusals.inCondition()
}

export const isChoice = (type: string) => (choiceTypes as readonly string[]).includes(type)
