import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react'
import { INVALID_CONTROLS, SendButton } from '#kit/public/form.tsx'
import { Icon } from '#kit/public/Icon.tsx'
import { StepProgress } from '#kit/public/Progress.tsx'
import { useT } from '#kit/public/texts.ts'
import { isQuestionAnswered, listUnansweredRequiredQuestions, listVisibleQuestions } from '../contract/answers.ts'
import type { PublicForm, PublicQuestion } from '../contract.ts'
import { QuestionField } from './QuestionField.tsx'
import { type SurveyProps, useSurveyAnswers } from './useAnswers.ts'
import { useAnswerKeys } from './useKeys.ts'

/** Shows the questions of a form, all at once or one at a time. */
export function SurveyQuestions(respondent: SurveyProps) {
  const t = useT()
  const { form, Token } = respondent
  const { answers, at, answer, goTo, sending, isSentElsewhere, send, sendToo } = useSurveyAnswers(respondent)
  const [website, setWebsite] = useState('')
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set())
  const formRef = useRef<HTMLFormElement>(null)
  const questions = useMemo(() => listVisibleQuestions(form, answers), [form, answers])
  const oneByOne = form.DisplayOption === 'One question per page'
  const step = Math.min(at, questions.length - 1)
  const visible = oneByOne ? questions.slice(step, step + 1) : questions
  const isLast = !oneByOne || step >= questions.length - 1

  const forward = (event?: SubmitEvent<HTMLFormElement>) => {
    event?.preventDefault()
    if (sending.state !== 'idle') return
    const missing = listUnansweredRequiredQuestions(visible, answers)
    setChecked((before) => new Set([...before, ...visible.map(({ GroupKey }) => GroupKey)]))
    if (missing.length > 0) return focusFirstFault(formRef.current)
    if (!isLast) return goTo(step + 1)
    send(website)
  }
  useAnswerKeys(
    oneByOne && sending.state === 'idle' ? visible[0] : undefined,
    (next) => visible[0] && answer(visible[0], next),
  )
  useFocusOfStep(formRef, step, oneByOne)

  const isMissing = (question: PublicQuestion) =>
    checked.has(question.GroupKey) &&
    question.RequiredYN === 'Y' &&
    !isQuestionAnswered(question, answers[question.GroupKey])
  return (
    <form ref={formRef} noValidate onSubmit={forward}>
      {(!oneByOne || step === 0) && <Beginning form={form} />}
      {oneByOne && (
        <StepProgress
          step={step + 1}
          count={questions.length}
          label={t('feedback:questionOf', { step: step + 1, count: questions.length })}
        />
      )}
      {visible.map((question) => (
        <QuestionField
          key={question.GroupKey}
          question={question}
          answer={answers[question.GroupKey]}
          onAnswer={(next) => answer(question, next)}
          fault={isMissing(question) ? t('feedback:missing') : undefined}
        />
      ))}
      <Trap value={website} onChange={setWebsite} />
      {isSentElsewhere ? (
        <SentElsewhere {...(!Token && { sendToo: () => sendToo(website) })} />
      ) : isLast ? (
        <SendButton sending={sending}>{t('feedback:send')}</SendButton>
      ) : (
        <button type="submit" className="pub-button pub-primary">
          {t('feedback:next')}
        </button>
      )}
      {oneByOne && step > 0 && (
        <button type="button" className="pub-button" disabled={sending.state !== 'idle'} onClick={() => goTo(step - 1)}>
          <Icon name="back" size={16} />
          {t('kit:acts.back')}
        </button>
      )}
    </form>
  )
}

/**
 * Shows the respondent that another tab has sent answers to this form.
 * If the form can be answered again, the respondent can send the answers of this tab too.
 */
function SentElsewhere({ sendToo }: { sendToo?: () => void }) {
  const t = useT()
  return (
    <>
      <div className="pub-note pub-note-warning" role="alert">
        <p>{t('feedback:answeredAlready')}</p>
        <p>{t(sendToo ? 'feedback:elsewhere.sent' : 'feedback:elsewhere.notSent')}</p>
      </div>
      {sendToo && (
        <button type="button" className="pub-button pub-primary" onClick={sendToo}>
          {t('feedback:elsewhere.sendToo')}
        </button>
      )}
    </>
  )
}

function Beginning({ form }: { form: PublicForm }) {
  const t = useT()
  return (
    <>
      {form.Introduction && (
        <p className="pub-lead" lang={form.Language}>
          {form.Introduction}
        </p>
      )}
      {form.AnonymousYN === 'Y' && <p className="pub-hint">{t('feedback:anonymous')}</p>}
    </>
  )
}

/** A field that people cannot see: a bot that fills every field reveals itself. */
const Trap = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <div className="pub-unseen" aria-hidden="true">
    <input
      tabIndex={-1}
      autoComplete="off"
      name="website"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </div>
)

function focusFirstFault(form: HTMLFormElement | null) {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(INVALID_CONTROLS)?.focus())
}

/** Focuses the next question, so that screen readers read it. The first page starts at its heading. */
function useFocusOfStep(form: React.RefObject<HTMLFormElement | null>, step: number, active: boolean) {
  const before = useRef(step)
  useEffect(() => {
    if (!active || before.current === step) return
    before.current = step
    form.current?.querySelector<HTMLElement>('.pub-field :is(input:checked, input, textarea, select)')?.focus()
  }, [form, step, active])
}
