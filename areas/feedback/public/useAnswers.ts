import { useState } from 'react'
import { forgetDraft, useDraft } from '#kit/public/draft.ts'
import { useRetriedChange } from '#kit/public/useRetriedChange.ts'
import {
  type FeedbackAnswerValue,
  type FeedbackAnswerValues,
  replaceAnswer,
  toSubmittedAnswers,
} from '../contract/answers.ts'
import { type PublicForm, type PublicQuestion, submitPublicForm } from '../contract.ts'
import { storeLastSubmission, wasSentFromAnotherTab } from './sent-elsewhere.ts'

export type SurveyProps = {
  form: PublicForm
  /** The token of the personal link; undefined without a personal link. */
  Token: string | undefined
  onDone: (thanks: { ThankYou: string | null }) => void
}

/** `since` is the time at which the respondent started, `at` is the index of the visible question. */
type Draft = { key: string; since: number; answers: FeedbackAnswerValues; at: number }

const emptyDraft = (): Draft => ({ key: crypto.randomUUID(), since: Date.now(), answers: {}, at: 0 })

/** The answers in this tab, which survive reloads until the answers are sent. */
export function useSurveyAnswers({ form, Token, onDone }: SurveyProps) {
  const name = `feedback.${form.FeedbackId}`
  const [empty] = useState(emptyDraft)
  const [{ key, since, answers, at }, setDraft] = useDraft<Draft>(name, empty)
  const [isSentElsewhere, setIsSentElsewhere] = useState(false)
  const sending = useRetriedChange(submitPublicForm, {
    keep: `${name}.sending`,
    done: ({ ThankYou }, { SubmissionKey }) => {
      storeLastSubmission(form.FeedbackId, SubmissionKey)
      forgetDraft(name)
      onDone({ ThankYou })
    },
  })
  const sendAs = (SubmissionKey: string, Website: string) => {
    const OutletCode = new URLSearchParams(location.search).get('outlet')
    sending.send({
      FeedbackId: form.FeedbackId,
      SubmissionKey,
      Language: form.Language,
      Answers: toSubmittedAnswers(form, answers),
      ...(Token && { Token }),
      ...(OutletCode && { OutletCode }),
      ...(Website && { Website }),
    })
  }
  return {
    ...{ answers, at, sending, isSentElsewhere },
    answer: (question: PublicQuestion, next: FeedbackAnswerValue | undefined) => {
      sending.clearError()
      setDraft((draft) => ({ ...draft, answers: replaceAnswer(draft.answers, question.GroupKey, next) }))
    },
    goTo: (next: number) => setDraft((draft) => ({ ...draft, at: next })),
    send: (Website: string) => {
      const isElsewhere = wasSentFromAnotherTab(form.FeedbackId, { key, since, isPersonal: Token !== undefined })
      if (isElsewhere) setIsSentElsewhere(true)
      else sendAs(key, Website)
    },
    /** Sends the answers as a separate submission, in addition to that of the other tab. */
    sendToo: (Website: string) => {
      const newDraft = emptyDraft()
      setIsSentElsewhere(false)
      setDraft((draft) => ({ ...draft, key: newDraft.key, since: newDraft.since }))
      sendAs(newDraft.key, Website)
    },
  }
}
