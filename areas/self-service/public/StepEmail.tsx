import { useEffect, useState } from 'react'
import { SendButton } from '#kit/public/form.tsx'
import { errorText, useT } from '#kit/public/texts.ts'
import { useRetriedChange } from '#kit/public/useRetriedChange.ts'
import { CallError } from '#kit/web/call.ts'
import { sendEmailVerification, validateEmailVerification } from '../contract.ts'
import { ConsentCheckboxes, type GrantedConsents } from './ConsentRows.tsx'
import { removeFieldsWithoutError } from './checks.ts'
import { EmailCodeField, messageLanguageOfPage, useEmailCodeRequest } from './EmailCode.tsx'
import { BackButton, usePublicForm } from './form.tsx'
import { consentsUnderCurrentWording, hasOutdatedWording, type RegistrationStepProps } from './registration.ts'
import { VerifiedEmailBadge } from './VerifiedBadge.tsx'
import './self-service.css'

type Props = RegistrationStepProps & { verified: string | null; onVerified: () => void; back: () => void }

/** Step 2 of the registration: verification of the e-mail address by code, and consents. */
export function RegistrationEmailStep({ values, change, form: lists, verified, onVerified, next, back }: Props) {
  const t = useT()
  const email = values.Email.trim().toLowerCase()
  const isProved = email !== '' && verified?.toLowerCase() === email
  const needsCode = email !== '' && !isProved
  const [code, setCode] = useState('')
  const granted = consentsUnderCurrentWording(lists, values)
  const codeRequest = useEmailCodeRequest(sendEmailVerification, `self-service.code.${email}`)
  const { ChallengeId, ask, asking } = codeRequest
  useEffect(() => {
    if (needsCode && !ChallengeId && asking.state === 'idle' && asking.error === undefined)
      ask({ Email: email, Language: messageLanguageOfPage() })
  }, [needsCode, ChallengeId, asking.state, asking.error, ask, email])

  const proving = useRetriedChange(validateEmailVerification, {
    done: () => {
      onVerified()
      next()
    },
  })
  const check = ({ granted, code }: { granted: GrantedConsents; code: string }) =>
    removeFieldsWithoutError({
      code: needsCode && code.length < 6 ? t('self-service:code.missing') : undefined,
      Service: granted.Service ? undefined : t('self-service:consent.needed'),
    })
  const form = usePublicForm({
    values: { granted, code },
    check,
    submit: () => (needsCode && ChallengeId ? proving.send({ ChallengeId, Code: code }) : next()),
  })
  const isWrong = proving.error instanceof CallError && proving.error.statusCode !== 0 && proving.state === 'idle'
  return (
    <form ref={form.ref} noValidate onSubmit={form.onSubmit}>
      {needsCode && (
        <>
          <p className="pub-lead">
            {t('self-service:code.sentTo')} <b className="pub-strong">{email}</b>.{' '}
            <button type="button" className="pub-link" onClick={back}>
              {t('self-service:code.change')}
            </button>
          </p>
          <EmailCodeField
            code={code}
            onCode={(next) => {
              setCode(next)
              proving.clearError()
            }}
            fault={isWrong ? errorText(proving.error) : form.faults.code}
            codeRequest={codeRequest}
            onResend={() => ask({ Email: email, Language: messageLanguageOfPage() })}
            disabled={proving.state !== 'idle'}
          />
        </>
      )}
      {isProved && (
        <p className="pub-lead">
          <b className="pub-strong">{email}</b> <VerifiedEmailBadge />
        </p>
      )}
      <ConsentCheckboxes
        granted={granted}
        wordings={lists.ConsentWordings}
        hasChanged={hasOutdatedWording(lists, values)}
        onChange={(granted, readIn) =>
          change({ granted, readIn: { ...values.readIn, ...readIn }, wording: lists.ConsentWordingVersion })
        }
        fault={form.faults.Service}
      />
      <SendButton sending={isWrong ? { ...proving, error: undefined } : proving}>{t('kit:acts.continue')}</SendButton>
      <BackButton onBack={back} sending={proving} />
    </form>
  )
}
