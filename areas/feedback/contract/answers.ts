import type { PublicForm, PublicQuestion } from './public.ts'
import type { NewAnswer } from './responses.ts'

// Answers on a page are stored by question instead of wording, so that they survive a change of the language.

export type FeedbackAnswerValue = {
  /** The chosen options of a question by their keys, which all languages share. */
  options?: readonly number[]
  text?: string
  number?: number
  yn?: 'Y' | 'N'
  date?: string
}
/** The answers of a form by the GroupKey of their question. */
export type FeedbackAnswerValues = Readonly<Record<number, FeedbackAnswerValue>>

/** Returns the values of an answer with which a condition is compared: option keys, a number, Y or N. */
const comparable = ({ options, number, yn }: FeedbackAnswerValue = {}): string[] => [
  ...(options ?? []).map(String),
  ...(number === undefined ? [] : [`${number}`]),
  ...(yn ? [yn] : []),
]

/** Returns the visible questions. A condition can be true only while the question to which it refers is visible. */
export function listVisibleQuestions(
  { Questions }: Pick<PublicForm, 'Questions'>,
  answers: FeedbackAnswerValues,
): PublicQuestion[] {
  const visibleKeys = new Set<number>()
  return Questions.filter(({ GroupKey, ShowIf }) => {
    const holds =
      !ShowIf ||
      (visibleKeys.has(ShowIf.GroupKey) &&
        comparable(answers[ShowIf.GroupKey]).some((value) => ShowIf.Answers.includes(value)))
    if (holds) visibleKeys.add(GroupKey)
    return holds
  })
}

export function isQuestionAnswered(
  { QuestionType }: Pick<PublicQuestion, 'QuestionType'>,
  answer: FeedbackAnswerValue | undefined,
) {
  if (!answer) return false
  if (['Single choice', 'Multiple choice', 'Dropdown'].includes(QuestionType)) return (answer.options ?? []).length > 0
  if (QuestionType === 'Yes/No') return answer.yn !== undefined
  if (QuestionType === 'Date') return !!answer.date
  if (QuestionType === 'Short text' || QuestionType === 'Long text') return !!answer.text?.trim()
  return answer.number !== undefined
}

/** Returns the visible required questions that have no answer. */
export const listUnansweredRequiredQuestions = (questions: readonly PublicQuestion[], answers: FeedbackAnswerValues) =>
  questions.filter(
    (question) => question.RequiredYN === 'Y' && !isQuestionAnswered(question, answers[question.GroupKey]),
  )

/** Returns the answers for the endpoint: with the displayed wording, and without answers to hidden questions. */
export function toSubmittedAnswers(form: Pick<PublicForm, 'Questions'>, answers: FeedbackAnswerValues): NewAnswer[] {
  return listVisibleQuestions(form, answers).flatMap((question) => {
    const answer = answers[question.GroupKey]
    if (!answer || !isQuestionAnswered(question, answer)) return []
    const { QuestionId, Options } = question
    const chosenOptions = Options.filter(({ OptionKey }) => answer.options?.includes(OptionKey))
    const allowsText = chosenOptions.some(({ AllowOtherYN }) => AllowOtherYN === 'Y') || Options.length === 0
    return {
      QuestionId,
      ...(chosenOptions.length > 0 && { OptionIds: chosenOptions.map(({ OptionId }) => OptionId) }),
      ...(allowsText && answer.text?.trim() && { Text: answer.text.trim() }),
      ...(answer.number !== undefined && { Number: answer.number }),
      ...(answer.yn && { YN: answer.yn }),
      ...(answer.date && { Date: answer.date }),
    }
  })
}

/** Returns a copy of the answers with one answer replaced or removed. */
export function replaceAnswer(
  answers: FeedbackAnswerValues,
  groupKey: number,
  answer: FeedbackAnswerValue | undefined,
): FeedbackAnswerValues {
  if (answer) return { ...answers, [groupKey]: answer }
  return Object.fromEntries(Object.entries(answers).filter(([key]) => key !== `${groupKey}`))
}
