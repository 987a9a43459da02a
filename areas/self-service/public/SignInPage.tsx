import { useState } from 'react'
import { PublicPageFrame } from '#kit/public/Frame.tsx'
import { SendButton, TextField } from '#kit/public/form.tsx'
import { Link, navigateTo } from '#kit/public/router.tsx'
import { errorText, useT } from '#kit/public/texts.ts'
import { useRetriedChange } from '#kit/public/useRetriedChange.ts'
import { CallError } from '#kit/web/call.ts'
import { customerSignIn, requestSignInCode } from '../contract.ts'
import { memberCardPath, selfServicePath } from '../paths.ts'
import { EmailCodeField, messageLanguageOfPage, useEmailCodeRequest } from './EmailCode.tsx'
import './self-service.css'

/**
 * Page to sign in by membership number or e-mail address and a code.
 * The page does not reveal whether the number or address is known.
 */
export function SignInPage() {
  const t = useT()
  const [identifier, setIdentifier] = useState('')
  const [submittedIdentifier, setSubmittedIdentifier] = useState('')
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const codeRequest = useEmailCodeRequest(requestSignInCode, 'self-service.sign-in')
  const signing = useRetriedChange(customerSignIn, {
    done: () => navigateTo(memberCardPath(), { replace: true }),
  })
  const { ChallengeId, ask, asking } = codeRequest
  const waitsForCode = submittedIdentifier !== '' && ChallengeId !== undefined && asking.state === 'idle'

  const askFor = (name: string) => {
    setSubmittedIdentifier(name)
    ask({ Identifier: name, Language: messageLanguageOfPage() })
  }
  const startAgain = () => {
    setSubmittedIdentifier('')
    setCode('')
    codeRequest.forgetCode()
    signing.clearError()
  }
  const isWrong = signing.state === 'idle' && signing.error instanceof CallError && signing.error.statusCode !== 0
  return (
    <PublicPageFrame title={t('self-service:signIn.title')}>
      {waitsForCode ? (
        <form
          key="code"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setFault(code.length < 6 ? t('self-service:code.missing') : undefined)
            if (code.length === 6) signing.send({ Identifier: submittedIdentifier, ChallengeId, Code: code })
          }}
        >
          <p className="pub-lead" role="status">
            {t('self-service:signIn.sent')} <b className="pub-strong">{submittedIdentifier}</b>.{' '}
            <button type="button" className="pub-link" onClick={startAgain}>
              {t('self-service:code.change')}
            </button>
          </p>
          <EmailCodeField
            code={code}
            onCode={(next) => {
              setCode(next)
              setFault(undefined)
              signing.clearError()
            }}
            fault={isWrong ? errorText(signing.error) : fault}
            codeRequest={codeRequest}
            onResend={() => ask({ Identifier: submittedIdentifier, Language: messageLanguageOfPage() })}
            disabled={signing.state !== 'idle'}
          />
          <SendButton sending={isWrong ? { ...signing, error: undefined } : signing}>
            {t('self-service:signIn.enter')}
          </SendButton>
        </form>
      ) : (
        <form
          key="who"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setFault(identifier.trim() ? undefined : t('kit:form.missing'))
            if (identifier.trim()) askFor(identifier.trim())
          }}
        >
          <p className="pub-lead">{t('self-service:signIn.help')}</p>
          <TextField
            required
            label={t('self-service:signIn.identifier')}
            fault={fault}
            value={identifier}
            onChange={setIdentifier}
            autoComplete="username"
            autoCapitalize="none"
            maxLength={254}
            spellCheck={false}
            disabled={asking.state !== 'idle'}
          />
          <SendButton sending={asking}>{t('self-service:signIn.send')}</SendButton>
        </form>
      )}
      <p className="pub-aside">
        <Link to={selfServicePath()}>{t('self-service:signIn.toPasscode')}</Link>
      </p>
    </PublicPageFrame>
  )
}
