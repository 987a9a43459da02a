import { useEffect, useState } from 'react'
import type { Endpoint, Reply, WebRequestBody } from '#kit/contract/endpoint.ts'
import { useDraft } from '#kit/public/draft.ts'
import { type SendState, TextField } from '#kit/public/form.tsx'
import { currentLanguage, errorText, useT } from '#kit/public/texts.ts'
import { useRetriedChange } from '#kit/public/useRetriedChange.ts'
import type { PageLanguage } from '../contract.ts'
import './self-service.css'

type Challenge = { ChallengeId: string; resendAt: number }

/** Returns the page language for messages of the company; Malay is available for surveys only. */
export const messageLanguageOfPage = (): PageLanguage => {
  const language = currentLanguage()
  return language === 'ms' ? 'en' : language
}

type SendsCode = Endpoint & { reply: { _output: { ChallengeId: string; ResendIn: number } } }

/** Requests codes with a waiting time between two codes; a reload keeps the challenge id but never the code. */
export function useEmailCodeRequest<E extends SendsCode>(endpoint: E, name: string) {
  const [challenge, setChallenge] = useDraft<Challenge | null>(name, null)
  const [seconds, setSeconds] = useState(0)
  const asking = useRetriedChange(endpoint, {
    done: (reply: Reply<E>) => {
      const { ChallengeId, ResendIn } = reply as { ChallengeId: string; ResendIn: number }
      setChallenge({ ChallengeId, resendAt: Date.now() + ResendIn * 1000 })
    },
  })
  const resendAt = challenge?.resendAt ?? 0
  useEffect(() => {
    const count = () => setSeconds(Math.max(0, Math.ceil((resendAt - Date.now()) / 1000)))
    count()
    const timer = setInterval(count, 500)
    return () => clearInterval(timer)
  }, [resendAt])
  return {
    ChallengeId: challenge?.ChallengeId,
    secondsToWait: seconds,
    ask: (input: WebRequestBody<E>) => asking.send(input),
    asking,
    forgetCode: () => setChallenge(null),
  }
}

type Props = {
  code: string
  onCode: (code: string) => void
  fault: string | undefined
  codeRequest: { secondsToWait: number; asking: SendState }
  onResend: () => void
  disabled?: boolean
}

/** Field for a six-digit code, which phones fill in from the message; a button requests a new code after a minute. */
export function EmailCodeField({ code, onCode, fault, codeRequest, onResend, disabled }: Props) {
  const t = useT()
  const { secondsToWait, asking } = codeRequest
  const isAsking = asking.state !== 'idle'
  return (
    <>
      <TextField
        code
        required
        label={t('self-service:code.label')}
        fault={fault ?? (asking.error !== undefined && asking.state === 'idle' ? errorText(asking.error) : undefined)}
        value={code}
        onChange={(next) => onCode(next.replace(/\D/g, '').slice(0, 6))}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...(disabled && { disabled })}
      />
      <p className="pub-hint">
        {t('self-service:code.noMail')}{' '}
        {secondsToWait > 0 ? (
          <span>{t('self-service:code.againIn', { seconds: secondsToWait })}</span>
        ) : (
          <button type="button" className="pub-link" disabled={isAsking} onClick={onResend}>
            {t('self-service:code.again')}
          </button>
        )}
      </p>
    </>
  )
}
