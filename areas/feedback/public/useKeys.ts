import { useEffect, useRef } from 'react'
import type { FeedbackAnswerValue } from '../contract/answers.ts'
import type { PublicQuestion } from '../contract.ts'

/** Returns the answer for a pressed key: 1 to 9 choose an option or number, 0 the lowest score, Y and N yes or no. */
export function findAnswerOfKey(
  { QuestionType, Options }: PublicQuestion,
  key: string,
): FeedbackAnswerValue | undefined {
  const number = /^\d$/.test(key) ? Number(key) : undefined
  if (QuestionType === 'Yes/No') return /^[yn]$/i.test(key) ? { yn: key.toUpperCase() as 'Y' | 'N' } : undefined
  if (number === undefined) return undefined
  if (QuestionType === 'Single choice') return Options[number - 1] && { options: [Options[number - 1]!.OptionKey] }
  if (QuestionType === 'Rating 1-5') return number >= 1 && number <= 5 ? { number } : undefined
  return QuestionType === 'NPS 0-10' ? { number } : undefined
}

/** Answers the visible question by pressed keys, unless the user is typing text. */
export function useAnswerKeys(question: PublicQuestion | undefined, answer: (answer: FeedbackAnswerValue) => void) {
  const latest = useRef(answer)
  useEffect(() => {
    latest.current = answer
  })
  useEffect(() => {
    if (!question) return
    const take = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      const types = target.matches('textarea, select, input:not([type="radio"], [type="checkbox"])')
      if (types || event.metaKey || event.ctrlKey || event.altKey) return
      const next = findAnswerOfKey(question, event.key)
      if (next) latest.current(next)
    }
    window.addEventListener('keydown', take)
    return () => window.removeEventListener('keydown', take)
  }, [question])
}
