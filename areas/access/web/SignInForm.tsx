import { useState } from 'react'
import { type CallError, call } from '#kit/web/call.ts'
import { profile, type UserInfo } from '../contract.ts'
import { CodeStep } from './CodeStep.tsx'
import { type Challenge, PasswordStep } from './PasswordStep.tsx'
import { storeSession } from './stored.ts'

type Props = {
  /** Set when only this user may go on: the sign-in dialog over somebody's page. */
  username?: string
  onSignedIn: (user: UserInfo) => void
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
export function SignInForm({ username, above, onSignedIn, codeHint, fill, onForgot }: Props) {
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
          onChallenge={(next) => {
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
      onVerified={async (user) => {
        const { session } = await call(profile, {})
        storeSession(user, session)
        onSignedIn(user)
      }}
      hint={codeHint}
    />
  )
}
