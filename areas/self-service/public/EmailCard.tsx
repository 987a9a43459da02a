import { useState } from 'react'
import { SendButton, TextField } from '#kit/public/form.tsx'
import { errorText, useT } from '#kit/public/texts.ts'
import { useRetriedChange } from '#kit/public/useRetriedChange.ts'
import { CallError } from '#kit/web/call.ts'
import { type Profile, sendEmailVerification, updateOwnEmail, validateEmailVerification } from '../contract.ts'
import { findProfileFieldError } from './checks.ts'
import { EmailCodeField, messageLanguageOfPage, useEmailCodeRequest } from './EmailCode.tsx'
import { BackButton } from './form.tsx'
import { VerifiedEmailBadge } from './VerifiedBadge.tsx'
import './self-service.css'

type Step = 'shown' | 'typing' | 'validation'

/** Card with the e-mail address and its verification; the customer can change the address with a code. */
export function OwnEmailCard({ profile, onChanged }: { profile: Profile; onChanged: () => void }) {
  const t = useT()
  const [step, setStep] = useState<Step>('shown')
  const [email, setEmail] = useState(profile.Email ?? '')
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const codeRequest = useEmailCodeRequest(sendEmailVerification, `self-service.e-mail.${email}`)
  const [outcome, setOutcome] = useState<'validated' | 'changed'>()
  const finish = (result: 'validated' | 'changed') => {
    setOutcome(result)
    setStep('shown')
    setCode('')
    codeRequest.forgetCode()
    onChanged()
  }
  const changing = useRetriedChange(updateOwnEmail, { done: () => finish('changed') })
  const validation = useRetriedChange(validateEmailVerification, {
    done: () =>
      email.toLowerCase() === profile.Email?.toLowerCase() ? finish('validated') : changing.send({ Email: email }),
  })
  const prove = () => {
    const wrong = email.trim() ? findProfileFieldError('Email', email) : t('kit:form.missing')
    setFault(wrong)
    if (wrong) return
    codeRequest.ask({ Email: email.trim(), Language: messageLanguageOfPage() })
    setStep('validation')
  }
  const failure = validation.error ?? changing.error
  const isWrong = failure instanceof CallError && failure.statusCode !== 0
  return (
    <section aria-label={t('self-service:labels.Email')}>
      <h2 className="pub-section">{t('self-service:labels.Email')}</h2>
      {step === 'shown' && (
        <div className="pub-card pub-card-body">
          {outcome && <p role="status">{t(`self-service:email.${outcome}`)}</p>}
          <p>
            <span className="pub-strong">{profile.Email ?? t('self-service:email.none')}</span>{' '}
            {profile.Email && profile.VerifiedEmailYN === 'Y' && <VerifiedEmailBadge />}
          </p>
          {profile.Email && profile.VerifiedEmailYN === 'N' && (
            <button type="button" className="pub-button" onClick={prove}>
              {t('self-service:email.verify')}
            </button>
          )}
          <button type="button" className="pub-button" onClick={() => setStep('typing')}>
            {profile.Email ? t('self-service:email.change') : t('self-service:email.add')}
          </button>
        </div>
      )}
      {step === 'typing' && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            prove()
          }}
        >
          <TextField
            type="email"
            required
            label={t('self-service:email.new')}
            hint={t('self-service:email.holdHint')}
            fault={fault}
            value={email}
            onChange={setEmail}
            autoComplete="email"
            maxLength={254}
          />
          <SendButton sending={codeRequest.asking}>{t('self-service:signIn.send')}</SendButton>
          <BackButton onBack={() => setStep('shown')} />
        </form>
      )}
      {step === 'validation' && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setFault(code.length < 6 ? t('self-service:code.missing') : undefined)
            if (code.length === 6 && codeRequest.ChallengeId)
              validation.send({ ChallengeId: codeRequest.ChallengeId, Code: code })
          }}
        >
          <p className="pub-lead">
            {t('self-service:code.sentTo')} <b className="pub-strong">{email}</b>.
          </p>
          <EmailCodeField
            code={code}
            onCode={(next) => {
              setCode(next)
              setFault(undefined)
              validation.clearError()
              changing.clearError()
            }}
            fault={isWrong ? errorText(failure) : fault}
            codeRequest={codeRequest}
            onResend={() => codeRequest.ask({ Email: email.trim(), Language: messageLanguageOfPage() })}
          />
          <SendButton sending={{ ...validation, error: isWrong ? undefined : failure }}>
            {t('self-service:email.confirm')}
          </SendButton>
          <BackButton onBack={() => setStep('shown')} />
        </form>
      )}
    </section>
  )
}
