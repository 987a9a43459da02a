import { useState } from 'react'
import type { Reply } from '#kit/contract/endpoint.ts'
import { type CallError, call } from '#kit/web/call.ts'
import { profile } from '../contract.ts'
import { CodeStep } from './CodeStep.tsx'
import { type Challenge, PasswordStep } from './PasswordStep.tsx'
import { storeSession } from './stored.ts'

type Props = {
  /** Set when only this user may go on: the sign-in dialog over somebody's page. */
  username?: string
  onSignedIn: (who: Reply<typeof profile>) => void
  /** Somebody begins to type, and then the code is asked for: time to prepare what comes next. */
  onBegin?: () => void
  onChallenge?: () => void
  /** The code was right: what is known to be asked for next may be asked for now. */
  onVerified?: () => void
  /** Other ways to sign in, before this one is begun. */
  above?: React.ReactNode
  /** Beside the code: the demo says where codes arrive. */
  codeHint?: React.ReactNode
  /** What a demo account fills in. */
  fill?: { username: string; password: string }
  /** Leads to the form for who forgot the password, where there is one. */
  onForgot?: () => void
}

/** Signing in: user name and password, then the one-time code, one step after the other in the same place. */
export function SignInForm({
  username,
  above,
  onSignedIn,
  onBegin,
  onChallenge,
  onVerified,
  codeHint,
  fill,
  onForgot,
}: Props) {
  const [challenge, setChallenge] = useState<Challenge>()
  const [expired, setExpired] = useState<CallError>()

  if (!challenge)
    return (
      <>
        {above}
        <PasswordStep
          fixedUsername={username}
          fill={fill}
          error={expired}
          onForgot={onForgot}
          onBegin={onBegin}
          onChallenge={(next) => {
            onChallenge?.()
            setExpired(undefined)
            setChallenge(next)
          }}
        />
      </>
    )
  return (
    <CodeStep
      challenge={challenge}
      onResent={setChallenge}
      onBack={() => setChallenge(undefined)}
      onExpired={(error) => {
        setExpired(error)
        setChallenge(undefined)
      }}
      onVerified={async () => {
        onVerified?.()
        const who = await call(profile, {})
        storeSession(who.user_info, who.session)
        onSignedIn(who)
      }}
      hint={codeHint}
    />
  )
}
