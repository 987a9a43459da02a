import { useState } from 'react'
import { draftOf, forget, keepDraft } from '#kit/public/draft.ts'
import { Frame } from '#kit/public/Frame.tsx'
import { paramsOf, presentPath, takeFragment } from '#kit/public/router.tsx'
import { errorText, useLanguage, useT } from '#kit/public/texts.ts'
import { useRead } from '#kit/public/useRead.ts'
import { CallError } from '#kit/web/call.ts'
import { type PublicForm, readPublicForm } from '../contract.ts'
import { publicFormPath } from '../paths.ts'
import { Survey } from './Survey.tsx'

/** What a personal link brings is taken out of the address at once, and kept for a reload of this tab alone. */
function tokenOf(FeedbackId: string): string | undefined {
  const place = `feedback.${FeedbackId}.link`
  const token = takeFragment() || draftOf<string>(place)
  if (token) keepDraft(place, token)
  return token || undefined
}

export function FeedbackPage() {
  const _t = useT()
  const language = useLanguage()
  const { FeedbackId = '' } = paramsOf(publicFormPath.pattern, presentPath()) ?? {}
  const [Token] = useState(() => tokenOf(FeedbackId))
  const input = { FeedbackId: Number(FeedbackId), Language: language, ...(Token && { Token }) }
  const { data, error, reload } = useRead(readPublicForm, input, { asStarted: Token === undefined })
  const sentBefore = `feedback.${FeedbackId}.sent`
  const [sent, setSent] = useState(() => draftOf<{ ThankYou: string | null }>(sentBefore))
  const [isNow, setIsNow] = useState(false)

  if (!data) return <NoForm error={error} reload={reload} />
  const done = (thanks: { ThankYou: string | null }) => {
    keepDraft(sentBefore, thanks)
    setIsNow(true)
    setSent(thanks)
  }
  const again = () => {
    forget(sentBefore)
    setSent(undefined)
  }
  return (
    <Frame title={data.Title} languages={data.Languages}>
      {sent ? (
        <Thanks form={data} sent={sent} isNow={isNow} {...(!Token && { again })} />
      ) : (
        <Survey form={data} Token={Token} onDone={done} />
      )}
    </Frame>
  )
}

type ThanksProps = { form: PublicForm; sent: { ThankYou: string | null }; isNow: boolean; again?: () => void }

/** After sending, and whenever the page is opened again in this tab. */
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

/** Unknown, closed, or not for those without a personal link: said plainly, without anything that cannot be done. */
function NoForm({ error, reload }: { error: unknown; reload: () => void }) {
  const t = useT()
  if (error === undefined)
    return (
      <Frame title={t('kit:loading')} unseenTitle>
        <p role="status">{t('kit:loading')}</p>
      </Frame>
    )
  const isAway = !(error instanceof CallError) || error.statusCode === 0 || error.statusCode >= 500
  const isAnswered = error instanceof CallError && error.code === 'feedback.already_answered'
  return (
    <Frame title={isAnswered ? t('feedback:answeredTitle') : t('feedback:noForm')}>
      <p className="pub-lead" role={isAnswered ? 'status' : 'alert'}>
        {errorText(error)}
      </p>
      {isAway && (
        <button type="button" className="pub-button pub-primary" onClick={reload}>
          {t('kit:acts.again')}
        </button>
      )}
    </Frame>
  )
}
