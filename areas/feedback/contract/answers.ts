import type { PublicForm, PublicQuestion } from './public.ts'
import type { NewAnswer } from './responses.ts'

// WHAT WAS ANSWERED SO FAR, by the question and not by its wording: who changes the language keeps their answers.

export type Answer = {
  /** What was chosen, by the keys that are the same in every language. */
  options?: readonly number[]
  text?: string
  number?: number
  yn?: 'Y' | 'N'
  date?: string
}
/** GroupKey → the answer. */
export type Answers = Readonly<Record<number, Answer>>

/** What a condition compares: the keys of options, a number, Y or N. */
const comparable = ({ options, number, yn }: Answer = {}): string[] => [
  ...(options ?? []).map(String),
  ...(number === undefined ? [] : [`${number}`]),
  ...(yn ? [yn] : []),
]

/** The questions that are asked now. A condition counts only while its own question is asked itself. */
export function questionsAsked({ Questions }: Pick<PublicForm, 'Questions'>, answers: Answers): PublicQuestion[] {
  const asked = new Set<number>()
  return Questions.filter(({ GroupKey, ShowIf }) => {
    const holds =
      !ShowIf ||
      (asked.has(ShowIf.GroupKey) && comparable(answers[ShowIf.GroupKey]).some((one) => ShowIf.Answers.includes(one)))
    if (holds) asked.add(GroupKey)
    return holds
  })
}

export function isAnswered({ QuestionType }: Pick<PublicQuestion, 'QuestionType'>, answer: Answer | undefined) {
  if (!answer) return false
  if (['Single choice', 'Multiple choice', 'Dropdown'].includes(QuestionType)) return (answer.options ?? []).length > 0
  if (QuestionType === 'Yes/No') return answer.yn !== undefined
  if (QuestionType === 'Date') return !!answer.date
  if (QuestionType === 'Short text' || QuestionType === 'Long text') return !!answer.text?.trim()
  return answer.number !== undefined
}

/** Questions that must be answered and are not, of those that are asked. */
export const questionsMissing = (questions: readonly PublicQuestion[], answers: Answers) =>
  questions.filter((one) => one.RequiredYN === 'Y' && !isAnswered(one, answers[one.GroupKey]))

/** As the call takes them: by the wording that was on the page, and nothing that a condition hides by now. */
export function answersToSend(form: Pick<PublicForm, 'Questions'>, answers: Answers): NewAnswer[] {
  return questionsAsked(form, answers).flatMap((question) => {
    const answer = answers[question.GroupKey]
    if (!answer || !isAnswered(question, answer)) return []
    const { QuestionId, Options } = question
    const chosen = Options.filter(({ OptionKey }) => answer.options?.includes(OptionKey))
    const ownWords = chosen.some(({ AllowOtherYN }) => AllowOtherYN === 'Y') || Options.length === 0
    return {
      QuestionId,
      ...(chosen.length > 0 && { OptionIds: chosen.map(({ OptionId }) => OptionId) }),
      ...(ownWords && answer.text?.trim() && { Text: answer.text.trim() }),
      ...(answer.number !== undefined && { Number: answer.number }),
      ...(answer.yn && { YN: answer.yn }),
      ...(answer.date && { Date: answer.date }),
    }
  })
}

/** With another answer to one question, or with none. */
export function withAnswer(answers: Answers, GroupKey: number, answer: Answer | undefined): Answers {
  if (answer) return { ...answers, [GroupKey]: answer }
  return Object.fromEntries(Object.entries(answers).filter(([key]) => key !== `${GroupKey}`))
}
