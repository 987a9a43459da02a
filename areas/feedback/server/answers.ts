import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import {
  ANSWER_TEXT_LENGTH_MAX,
  type NewAnswer,
  type PublicQuestion,
  responseRefusals as refusals,
  SHORT_ANSWER_LENGTH_MAX,
  type ShowIf,
} from '../contract.ts'

// Answers are checked against the rules of the form, regardless of the page or program that sent them.

/** A wording of a question of the form. The wording of a choice contains all options, including inactive ones. */
type Wording = Pick<PublicQuestion, 'QuestionId' | 'GroupKey' | 'Text' | 'QuestionType'> & {
  IsActive: boolean
  Options: { OptionId: number; OptionKey: number; AllowOtherYN: 'Y' | 'N' }[]
}

export type ValidatedAnswer = {
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
      item.status = 'Active' and q.status in ('Active', 'Inactive', 'Replaced') as is_active,
      coalesce((select jsonb_agg(jsonb_build_object('OptionId', o.option_id, 'OptionKey', o.option_key, 'AllowOtherYN', o.allow_other_yn))
        from feedback_option o where o.question_id = q.question_id and o.status = 'Active'), '[]') as options
    from feedback_question q join feedback_item item on item.group_key = q.group_key
    where q.feedback_id = ${FeedbackId} and q.question_id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.QuestionId, row]))
}

type AnsweredQuestion = { wording: Wording; answer: NewAnswer }

const isEmpty = (answer: NewAnswer) => filledIn(answer).length === 0

/**
 * Returns the answers to store: those to visible questions, in the order of the form.
 * Answers to questions that were removed since the page was opened are dropped, so that the others are not lost.
 */
export async function validateAnswers(
  ctx: Pick<Ctx, 'db'>,
  FeedbackId: number,
  questions: readonly PublicQuestion[],
  answers: readonly NewAnswer[],
): Promise<ValidatedAnswer[]> {
  const wordings = await wordingsOf(
    ctx,
    FeedbackId,
    answers.map(({ QuestionId }) => QuestionId),
  )
  const answersByGroup = new Map<number, AnsweredQuestion>()
  for (const answer of answers) {
    const wording = wordings.get(answer.QuestionId)
    if (!wording) throw refusals.notAsked({ QuestionId: answer.QuestionId })
    if (!wording.IsActive || isEmpty(answer)) continue
    if (answersByGroup.has(wording.GroupKey)) throw refusals.twice({ Question: wording.Text })
    answersByGroup.set(wording.GroupKey, { wording, answer })
  }
  const checkedAnswers: ValidatedAnswer[] = []
  const values = new Map<number, string[]>()
  for (const { GroupKey, ShowIf, RequiredYN, Text } of questions) {
    if (!isShown(ShowIf, values)) continue
    const answered = answersByGroup.get(GroupKey)
    if (answered) {
      checkedAnswers.push(checkAnswer(answered))
      values.set(GroupKey, valuesOf(answered))
    } else if (RequiredYN === 'Y') throw refusals.required({ Question: Text })
  }
  if (checkedAnswers.length === 0) throw refusals.empty()
  return checkedAnswers
}

const isShown = (condition: ShowIf | null, values: ReadonlyMap<number, string[]>) =>
  !condition || (values.get(condition.GroupKey) ?? []).some((value) => condition.Answers.includes(value))

/** Returns the values of an answer with which a condition is compared: option keys, a number, Y or N. */
function valuesOf({ wording, answer }: AnsweredQuestion): string[] {
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

function checkAnswer({ wording, answer }: AnsweredQuestion): ValidatedAnswer {
  const { QuestionType, Text: Question, GroupKey, QuestionId } = wording
  const { OptionIds = [], Text = null, Number: score = null, YN = null, Date: day = null } = answer
  if (filledIn(answer).some((field) => !fieldsOf[QuestionType].includes(field))) throw refusals.wrongKind({ Question })
  if (fieldsOf[QuestionType].includes('OptionIds')) checkChoice(wording, OptionIds, Text)
  if (QuestionType === 'Rating 1-5' && score !== null && (score < 1 || score > 5))
    throw refusals.wrongKind({ Question })
  const Most = QuestionType === 'Long text' ? ANSWER_TEXT_LENGTH_MAX : SHORT_ANSWER_LENGTH_MAX
  if (Text && Text.length > Most) throw refusals.tooLong({ Question, Most })
  const number = YN === null ? score : Number(YN === 'Y')
  return { GroupKey, QuestionId, OptionIds, Text, Number: number, Date: day }
}

function checkChoice(
  { QuestionType, Options, Text: Question }: Wording,
  optionIds: readonly number[],
  otherText: string | null,
) {
  const distinctIds = new Set(optionIds)
  if (optionIds.length === 0 || distinctIds.size !== optionIds.length) throw refusals.wrongKind({ Question })
  if (QuestionType !== 'Multiple choice' && optionIds.length !== 1) throw refusals.wrongKind({ Question })
  const chosenOptions = Options.filter(({ OptionId }) => distinctIds.has(OptionId))
  if (chosenOptions.length !== optionIds.length) throw refusals.noOption({ Question })
  if (otherText && !chosenOptions.some(({ AllowOtherYN }) => AllowOtherYN === 'Y'))
    throw refusals.wrongKind({ Question })
}

/** Returns the NPS score of a response, and whether an answer is low enough for a follow-up. */
export function calculateResponseScores(questions: readonly PublicQuestion[], answers: readonly ValidatedAnswer[]) {
  const numbersOf = (type: PublicQuestion['QuestionType']) => {
    const groups = new Set(
      questions.filter(({ QuestionType }) => QuestionType === type).map(({ GroupKey }) => GroupKey),
    )
    return answers.filter(({ GroupKey }) => groups.has(GroupKey)).map((answer) => answer.Number!)
  }
  const recommendations = numbersOf('NPS 0-10')
  const ratings = numbersOf('Rating 1-5')
  const isLow = recommendations.some((score) => score <= 6) || ratings.some((score) => score <= 2)
  return {
    Nps: recommendations[0] ?? null,
    LowScoreYN: isLow ? ('Y' as const) : ('N' as const),
    /** Returns the lowest score of a response for the title of a task, for example '3/10'. */
    Lowest: lowestOf(recommendations, ratings),
  }
}

function lowestOf(recommendations: readonly number[], ratings: readonly number[]): string | null {
  if (recommendations.some((score) => score <= 6)) return `${Math.min(...recommendations)}/10`
  return ratings.some((score) => score <= 2) ? `${Math.min(...ratings)}/5` : null
}
