import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import {
  ANSWER_MAX,
  type NewAnswer,
  type PublicQuestion,
  responseRefusals as refusals,
  SHORT_ANSWER_MAX,
  type ShowIf,
} from '../contract.ts'

// WHAT MAY BE ANSWERED. The rules of the form are held here, whatever page or program sent the answers.

/** A wording that was asked; a choice with all options that it ever had in it. */
type Wording = Pick<PublicQuestion, 'QuestionId' | 'GroupKey' | 'Text' | 'QuestionType'> & {
  Asked: boolean
  Options: { OptionId: number; OptionKey: number; AllowOtherYN: 'Y' | 'N' }[]
}

export type KeptAnswer = {
  GroupKey: number
  QuestionId: number
  OptionIds: number[]
  Number: number | null
  Text: string | null
  Date: string | null
}

async function wordingsOf(
  { db }: Pick<Ctx, 'db'>,
  FeedbackId: number,
  ids: readonly number[],
): Promise<Map<number, Wording>> {
  const { rows } = await sql<Wording>`
    select q.question_id, q.group_key, q.text, item.question_type,
      item.status = 'Active' and q.status in ('Active', 'Inactive', 'Replaced') as asked,
      coalesce((select jsonb_agg(jsonb_build_object('OptionId', o.option_id, 'OptionKey', o.option_key, 'AllowOtherYN', o.allow_other_yn))
        from feedback_option o where o.question_id = q.question_id and o.status = 'Active'), '[]') as options
    from feedback_question q join feedback_item item on item.group_key = q.group_key
    where q.feedback_id = ${FeedbackId} and q.question_id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.QuestionId, row]))
}

type Given = { wording: Wording; answer: NewAnswer }

const isEmpty = (answer: NewAnswer) => filledIn(answer).length === 0

/**
 * The answers that are kept, in the order of the form: those to questions that are shown. What the form does not ask any more since it
 * was opened is left out, so that nobody loses the rest for it.
 */
export async function checkAnswers(
  ctx: Pick<Ctx, 'db'>,
  FeedbackId: number,
  asked: readonly PublicQuestion[],
  answers: readonly NewAnswer[],
): Promise<KeptAnswer[]> {
  const wordings = await wordingsOf(
    ctx,
    FeedbackId,
    answers.map(({ QuestionId }) => QuestionId),
  )
  const given = new Map<number, Given>()
  for (const answer of answers) {
    const wording = wordings.get(answer.QuestionId)
    if (!wording) throw refusals.notAsked({ QuestionId: answer.QuestionId })
    if (!wording.Asked || isEmpty(answer)) continue
    if (given.has(wording.GroupKey)) throw refusals.twice({ Question: wording.Text })
    given.set(wording.GroupKey, { wording, answer })
  }
  const kept: KeptAnswer[] = []
  const values = new Map<number, string[]>()
  for (const { GroupKey, ShowIf, RequiredYN, Text } of asked) {
    if (!isShown(ShowIf, values)) continue
    const one = given.get(GroupKey)
    if (one) {
      kept.push(checked(one))
      values.set(GroupKey, valuesOf(one))
    } else if (RequiredYN === 'Y') throw refusals.required({ Question: Text })
  }
  if (kept.length === 0) throw refusals.empty()
  return kept
}

const isShown = (condition: ShowIf | null, values: ReadonlyMap<number, string[]>) =>
  !condition || (values.get(condition.GroupKey) ?? []).some((value) => condition.Answers.includes(value))

/** What conditions compare. */
function valuesOf({ wording, answer }: Given): string[] {
  const { OptionIds = [], Number: number, YN } = answer
  const keys = wording.Options.filter(({ OptionId }) => OptionIds.includes(OptionId)).map(
    ({ OptionKey }) => `${OptionKey}`,
  )
  return [...keys, ...(typeof number === 'number' ? [`${number}`] : []), ...(YN ? [YN] : [])]
}

const fields = ['OptionIds', 'Text', 'Number', 'YN', 'Date'] as const

const filledIn = (answer: NewAnswer) =>
  fields.filter((field) =>
    field === 'OptionIds' ? (answer.OptionIds ?? []).length > 0 : answer[field] !== null && answer[field] !== undefined,
  )

type Field = (typeof fields)[number]
const fieldsOf: Record<PublicQuestion['QuestionType'], readonly Field[]> = {
  'Single choice': ['OptionIds', 'Text'],
  'Multiple choice': ['OptionIds', 'Text'],
  Dropdown: ['OptionIds', 'Text'],
  'Rating 1-5': ['Number'],
  'NPS 0-10': ['Number'],
  'Yes/No': ['YN'],
  'Short text': ['Text'],
  'Long text': ['Text'],
  Date: ['Date'],
}

function checked({ wording, answer }: Given): KeptAnswer {
  const { QuestionType, Text: Question, GroupKey, QuestionId } = wording
  const { OptionIds = [], Text = null, Number: given = null, YN = null, Date: day = null } = answer
  if (filledIn(answer).some((field) => !fieldsOf[QuestionType].includes(field))) throw refusals.wrongKind({ Question })
  if (fieldsOf[QuestionType].includes('OptionIds')) checkChoice(wording, OptionIds, Text)
  if (QuestionType === 'Rating 1-5' && given !== null && (given < 1 || given > 5))
    throw refusals.wrongKind({ Question })
  const Most = QuestionType === 'Long text' ? ANSWER_MAX : SHORT_ANSWER_MAX
  if (Text && Text.length > Most) throw refusals.tooLong({ Question, Most })
  const number = YN === null ? given : Number(YN === 'Y')
  return { GroupKey, QuestionId, OptionIds, Text, Number: number, Date: day }
}

function checkChoice(
  { QuestionType, Options, Text: Question }: Wording,
  chosen: readonly number[],
  own: string | null,
) {
  const unlike = new Set(chosen)
  if (chosen.length === 0 || unlike.size !== chosen.length) throw refusals.wrongKind({ Question })
  if (QuestionType !== 'Multiple choice' && chosen.length !== 1) throw refusals.wrongKind({ Question })
  const found = Options.filter(({ OptionId }) => unlike.has(OptionId))
  if (found.length !== chosen.length) throw refusals.noOption({ Question })
  if (own && !found.some(({ AllowOtherYN }) => AllowOtherYN === 'Y')) throw refusals.wrongKind({ Question })
}

/** Of the question 0 to 10, and whether anything was answered that somebody should ask about. */
export function scoresOf(asked: readonly PublicQuestion[], kept: readonly KeptAnswer[]) {
  const of = (type: PublicQuestion['QuestionType']) => {
    const groups = new Set(asked.filter(({ QuestionType }) => QuestionType === type).map(({ GroupKey }) => GroupKey))
    return kept.filter(({ GroupKey }) => groups.has(GroupKey)).map((answer) => answer.Number!)
  }
  const recommendations = of('NPS 0-10')
  const ratings = of('Rating 1-5')
  const isLow = recommendations.some((score) => score <= 6) || ratings.some((score) => score <= 2)
  return {
    Nps: recommendations[0] ?? null,
    LowScoreYN: isLow ? ('Y' as const) : ('N' as const),
    /** As a task names it: 3/10. */
    Lowest: lowestOf(recommendations, ratings),
  }
}

function lowestOf(recommendations: readonly number[], ratings: readonly number[]): string | null {
  if (recommendations.some((score) => score <= 6)) return `${Math.min(...recommendations)}/10`
  return ratings.some((score) => score <= 2) ? `${Math.min(...ratings)}/5` : null
}
