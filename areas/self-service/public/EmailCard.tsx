import { useState } from 'react'
import { SendButton, TextField } from '#kit/public/form.tsx'
import { errorText, useT } from '#kit/public/texts.ts'
import { useSend } from '#kit/public/useSend.ts'
import { CallError } from '#kit/web/call.ts'
import { type Profile, sendVerification, updateEmail, validateVerification } from '../contract.ts'
import { faultOfField } from './checks.ts'
import { CodeField, pageLanguage, useCode } from './EmailCode.tsx'
import { BackButton } from './form.tsx'
import { VerifiedBadge } from './VerifiedBadge.tsx'
import './self-service.css'

type Step = 'shown' | 'typing' | 'proving'

/** The e-mail address: whether it is proved, another one, and the code that proves it before it takes the place of the old. */
export function EmailCard({ profile, onChanged }: { profile: Profile; onChanged: () => void }) {
  const t = useT()
  const [step, setStep] = useState<Step>('shown')
  const [email, setEmail] = useState(profile.Email ?? '')
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const sent = useCode(sendVerification, `self-service.e-mail.${email}`)
  const [told, setTold] = useState<'validated' | 'changed'>()
  const finish = (what: 'validated' | 'changed') => {
    setTold(what)
    setStep('shown')
    setCode('')
    sent.forgetCode()
    onChanged()
  }
  const changing = useSend(updateEmail, { done: () => finish('changed') })
  const proving = useSend(validateVerification, {
    done: () =>
      email.toLowerCase() === profile.Email?.toLowerCase() ? finish('validated') : changing.send({ Email: email }),
  })
  const prove = () => {
    const wrong = email.trim() ? faultOfField('Email', email) : t('kit:form.missing')
    setFault(wrong)
    if (wrong) return
    sent.ask({ Email: email.trim(), Language: pageLanguage() })
    setStep('proving')
  }
  const failure = proving.error ?? changing.error
  const isWrong = failure instanceof CallError && failure.statusCode !== 0
  return (
    <section aria-label={t('self-service:labels.Email')}>
      <h2 className="pub-section">{t('self-service:labels.Email')}</h2>
      {step === 'shown' && (
        <div className="pub-card pub-card-body">
          {told && <p role="status">{t(`self-service:email.${told}`)}</p>}
          <p>
            <span className="pub-strong">{profile.Email ?? t('self-service:email.none')}</span>{' '}
            {profile.Email && profile.VerifiedEmailYN === 'Y' && <VerifiedBadge />}
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
            hint={t('self-service:email.held')}
            fault={fault}
            value={email}
            onChange={setEmail}
            autoComplete="email"
            maxLength={254}
          />
          <SendButton sending={sent.asking}>{t('self-service:signIn.send')}</SendButton>
          <BackButton onBack={() => setStep('shown')} />
        </form>
      )}
      {step === 'proving' && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setFault(code.length < 6 ? t('self-service:code.missing') : undefined)
            if (code.length === 6 && sent.ChallengeId) proving.send({ ChallengeId: sent.ChallengeId, Code: code })
          }}
        >
          <p className="pub-lead">
            {t('self-service:code.sentTo')} <b className="pub-strong">{email}</b>.
          </p>
          <CodeField
            code={code}
            onCode={(next) => {
              setCode(next)
              setFault(undefined)
              proving.clearError()
              changing.clearError()
            }}
            fault={isWrong ? errorText(failure) : fault}
            sent={sent}
            onResend={() => sent.ask({ Email: email.trim(), Language: pageLanguage() })}
          />
          <SendButton sending={{ ...proving, error: isWrong ? undefined : failure }}>
            {t('self-service:email.confirm')}
          </SendButton>
          <BackButton onBack={() => setStep('shown')} />
        </form>
      )}
    </section>
  )
}
