import { useState } from 'react'
import { forgetDraft, readDraft, saveDraft } from '#kit/public/draft.ts'
import { PublicPageFrame } from '#kit/public/Frame.tsx'
import { currentPath, pathParams, readAndClearFragment } from '#kit/public/router.tsx'
import { errorText, useLanguage, useT } from '#kit/public/texts.ts'
import { useRead } from '#kit/public/useRead.ts'
import { CallError } from '#kit/web/call.ts'
import { type PublicForm, readPublicForm } from '../contract.ts'
import { publicFormPath } from '../paths.ts'
import { SurveyQuestions } from './Survey.tsx'

/** Removes the token of a personal link from the URL and stores it for reloads of this tab. */
function tokenOf(FeedbackId: string): string | undefined {
  const storageKey = `feedback.${FeedbackId}.link`
  const token = readAndClearFragment() || readDraft<string>(storageKey)
  if (token) saveDraft(storageKey, token)
  return token || undefined
}

export function FeedbackPage() {
  const _t = useT()
  const language = useLanguage()
  const { FeedbackId = '' } = pathParams(publicFormPath.pattern, currentPath()) ?? {}
  const [Token] = useState(() => tokenOf(FeedbackId))
  const input = { FeedbackId: Number(FeedbackId), Language: language, ...(Token && { Token }) }
  const { data, error, reload } = useRead(readPublicForm, input, { asStarted: Token === undefined })
  const sentBefore = `feedback.${FeedbackId}.sent`
  const [sent, setSent] = useState(() => readDraft<{ ThankYou: string | null }>(sentBefore))
  const [isNow, setIsNow] = useState(false)

  if (!data) return <NoForm error={error} reload={reload} />
  const handleSent = (thanks: { ThankYou: string | null }) => {
    saveDraft(sentBefore, thanks)
    setIsNow(true)
    setSent(thanks)
  }
  const again = () => {
    forgetDraft(sentBefore)
    setSent(undefined)
  }
  return (
    <PublicPageFrame title={data.Title} languages={data.Languages}>
      {sent ? (
        <Thanks form={data} sent={sent} isNow={isNow} {...(!Token && { again })} />
      ) : (
        <SurveyQuestions form={data} Token={Token} onDone={handleSent} />
      )}
    </PublicPageFrame>
  )
}

type ThanksProps = { form: PublicForm; sent: { ThankYou: string | null }; isNow: boolean; again?: () => void }

/** Thanks the respondent after the answers were sent, and again when this tab reopens the page. */
function Thanks({ form, sent, isNow, again }: ThanksProps) {
  const t = useT()
  return (
    <div role="status">
      <p className="pub-lead" lang={form.Language}>
        {isNow ? sent.ThankYou || t('feedback:thanks') : t('feedback:answeredAlready')}
      </p>
      {!isNow && again && (
        <button type="button" className="pub-button" onClick={again}>
          {t('feedback:answerAgain')}
        </button>
      )}
    </div>
  )
}

/** Explains that the form is unknown or closed, or that it requires a personal link. */
function NoForm({ error, reload }: { error: unknown; reload: () => void }) {
  const t = useT()
  if (error === undefined)
    return (
      <PublicPageFrame title={t('kit:loading')} unseenTitle>
        <p role="status">{t('kit:loading')}</p>
      </PublicPageFrame>
    )
  const isAway = !(error instanceof CallError) || error.statusCode === 0 || error.statusCode >= 500
  const isAnswered = error instanceof CallError && error.code === 'feedback.already_answered'
  return (
    <PublicPageFrame title={isAnswered ? t('feedback:answeredTitle') : t('feedback:noForm')}>
      <p className="pub-lead" role={isAnswered ? 'status' : 'alert'}>
        {errorText(error)}
      </p>
      {isAway && (
        <button type="button" className="pub-button pub-primary" onClick={reload}>
          {t('kit:acts.again')}
        </button>
      )}
    </PublicPageFrame>
  )
}
