import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import {
  choiceQuestionTypes,
  optionRefusals,
  type QuestionType,
  questionTypesForConditions,
  questionRefusals as refusals,
  type ShowIf,
} from '../contract.ts'
import type { FeedbackItem } from './question-rows.ts'

// A condition refers to an earlier question of the form and to some of its answers.

/** Rejects a condition that can never be true. `SequenceNo` and `GroupKey` are those of the conditional question. */
export async function refuseImpossibleCondition(
  ctx: Pick<Ctx, 'db'>,
  conditional: { FeedbackId: number; SequenceNo: number; GroupKey?: number },
  { GroupKey, Answers }: ShowIf,
) {
  const source = await ctx.db
    .selectFrom('FeedbackItem')
    .selectAll()
    .where('GroupKey', '=', GroupKey)
    .where('FeedbackId', '=', conditional.FeedbackId)
    .where('Status', '=', 'Active')
    .executeTakeFirst()
  const type = source?.QuestionType as QuestionType | undefined
  const earlier =
    source &&
    (source.SequenceNo < conditional.SequenceNo ||
      (source.SequenceNo === conditional.SequenceNo && GroupKey < (conditional.GroupKey ?? Infinity)))
  if (!type || !earlier || !questionTypesForConditions.includes(type)) throw refusals.conditionUnknown()
  const possible = await possibleAnswers(ctx, GroupKey, type)
  const Answer = Answers.find((answer) => !possible.includes(answer))
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

export type DependentQuestion = Pick<FeedbackItem, 'GroupKey' | 'SequenceNo' | 'ShowIfAnswers'>

/** Returns the active questions whose condition refers to the given question. */
export const findDependentQuestions = ({ db }: Pick<Ctx, 'db'>, GroupKey: number): Promise<DependentQuestion[]> =>
  db
    .selectFrom('FeedbackItem')
    .select(['GroupKey', 'SequenceNo', 'ShowIfAnswers'])
    .where('ShowIfGroupKey', '=', GroupKey)
    .where('Status', '=', 'Active')
    .execute()

/** Rejects the change of a question to which another question's condition refers. */
export async function refuseReferencedQuestion(ctx: Pick<Ctx, 'db'>, GroupKey: number) {
  if ((await findDependentQuestions(ctx, GroupKey)).length > 0) throw refusals.inCondition()
}

export async function refuseRemovalOfOptionsInCondition(
  ctx: Pick<Ctx, 'db'>,
  GroupKey: number,
  removedKeys: readonly number[],
) {
  if (removedKeys.length === 0) return
  const conditionAnswers = (await findDependentQuestions(ctx, GroupKey)).flatMap(
    ({ ShowIfAnswers }) => ShowIfAnswers ?? [],
  )
  if (removedKeys.some((key) => conditionAnswers.includes(`${key}`))) throw optionRefusals.inCondition()
}

export const isChoiceQuestionType = (type: string) => (choiceQuestionTypes as readonly string[]).includes(type)
