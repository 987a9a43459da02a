import { describe, expect, test } from 'vitest'
import { listUnansweredRequiredQuestions, listVisibleQuestions, toSubmittedAnswers } from '../contract/answers.ts'
import type { PublicQuestion } from '../contract.ts'
import { findAnswerOfKey } from './useKeys.ts'

const question = (GroupKey: number, more: Partial<PublicQuestion> = {}): PublicQuestion => ({
  QuestionId: GroupKey * 10,
  GroupKey,
  Language: 'en',
  Text: `Question ${GroupKey}`,
  QuestionType: 'Yes/No',
  RequiredYN: 'Y',
  ShowIf: null,
  Options: [],
  ...more,
})
const option = (OptionKey: number, AllowOtherYN: 'Y' | 'N' = 'N') => ({
  OptionId: OptionKey + 100,
  OptionKey,
  Text: `Option ${OptionKey}`,
  AllowOtherYN,
})

const form = {
  Questions: [
    question(1),
    question(2, {
      QuestionType: 'Single choice',
      ShowIf: { GroupKey: 1, Answers: ['N'] },
      Options: [option(1), option(2, 'Y')],
    }),
    question(3, { QuestionType: 'Long text', RequiredYN: 'N', ShowIf: { GroupKey: 2, Answers: ['2'] } }),
    question(4, { QuestionType: 'NPS 0-10' }),
  ],
}
const questionKeys = (answers: Parameters<typeof listVisibleQuestions>[1]) =>
  listVisibleQuestions(form, answers).map(({ GroupKey }) => GroupKey)

describe('question with a condition', () => {
  test('conditional question: is visible while the question it refers to has one of the given answers', () => {
    expect(questionKeys({})).toEqual([1, 4])
    expect(questionKeys({ 1: { yn: 'Y' } })).toEqual([1, 4])
    expect(questionKeys({ 1: { yn: 'N' } })).toEqual([1, 2, 4])
    expect(questionKeys({ 1: { yn: 'N' }, 2: { options: [2] } })).toEqual([1, 2, 3, 4])
  })

  test('conditional question: is hidden while the question it refers to is hidden', () => {
    expect(questionKeys({ 1: { yn: 'Y' }, 2: { options: [2] } })).toEqual([1, 4])
  })

  test('conditional question: its answer is not sent if the question became hidden after it was answered', () => {
    const answers = { 1: { yn: 'Y' as const }, 2: { options: [2], text: 'Rings' }, 4: { number: 0 } }
    expect(toSubmittedAnswers(form, answers)).toEqual([
      { QuestionId: 10, YN: 'Y' },
      { QuestionId: 40, Number: 0 },
    ])
  })

  test('conditional question: a required question without an answer is reported only while it is visible', () => {
    const missing = (answers: Parameters<typeof questionKeys>[0]) =>
      listUnansweredRequiredQuestions(listVisibleQuestions(form, answers), answers).map(({ GroupKey }) => GroupKey)
    expect(missing({ 1: { yn: 'Y' }, 4: { number: 0 } })).toEqual([])
    expect(missing({ 1: { yn: 'N' }, 4: { number: 0 } })).toEqual([2])
  })
})

describe('answer', () => {
  test('answer: the option ids of the current language are sent, and free text only if the chosen option allows it', () => {
    const inFrench = {
      Questions: [{ ...form.Questions[1]!, ShowIf: null, QuestionId: 77, Options: [option(1), option(2, 'Y')] }],
    }
    expect(toSubmittedAnswers(inFrench, { 2: { options: [2], text: ' Bagues ' } })).toEqual([
      { QuestionId: 77, OptionIds: [102], Text: 'Bagues' },
    ])
    expect(toSubmittedAnswers(inFrench, { 2: { options: [1], text: 'Bagues' } })).toEqual([
      { QuestionId: 77, OptionIds: [101] },
    ])
  })

  test('answer: a question with options can be answered by pressing a single key', () => {
    expect(findAnswerOfKey(question(1), 'y')).toEqual({ yn: 'Y' })
    expect(findAnswerOfKey(question(1), '1')).toBeUndefined()
    expect(findAnswerOfKey(form.Questions[1]!, '2')).toEqual({ options: [2] })
    expect(findAnswerOfKey(form.Questions[1]!, '3')).toBeUndefined()
    expect(findAnswerOfKey(form.Questions[3]!, '0')).toEqual({ number: 0 })
    expect(findAnswerOfKey(question(5, { QuestionType: 'Rating 1-5' }), '6')).toBeUndefined()
  })
})
