import { useState } from 'react'
import type { Reply } from '#kit/contract/endpoint.ts'
import { type CallError, call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { profile } from '../contract.ts'
import { SignInCodeStep } from './CodeStep.tsx'
import { type SecondStepChallenge, SignInPasswordStep } from './PasswordStep.tsx'
import { PasskeySignIn } from './passkeys/PasskeySignIn.tsx'
import { canUsePasskeys } from './passkeys/webauthn.ts'
import { storeSignedInSession } from './stored.ts'

type Props = {
  /** The user name that the form fixes after a session ended, because only the same user may continue on the page. */
  username?: string
  onSignedIn: (signedInUser: Reply<typeof profile>) => void
  /** Called when the user begins to type, so that the parent component can preload the next pages. */
  onBegin?: () => void
  onChallenge?: () => void
  /** Called after the right code, so that the parent component can load the data that is needed next. */
  onVerified?: () => void
  /** Buttons of providers, shown with the button for passkeys until the user begins with the password. */
  providers?: React.ReactNode
  /** Content beside the field for the code. In the demo a link to the inbox that receives the code. */
  codeHint?: React.ReactNode
  /** The user name and password of a demo account, with which the form is filled in. */
  fill?: { username: string; password: string }
  /** Opens the form for a forgotten password; undefined if the page has no such form. */
  onForgot?: () => void
}

/** The sign-in form: a passkey, a provider, or user name and password with a one-time code. */
export function SignInForm({
  username,
  providers,
  onSignedIn,
  onBegin,
  onChallenge,
  onVerified,
  codeHint,
  fill,
  onForgot,
}: Props) {
  const t = useT()
  const [challenge, setChallenge] = useState<SecondStepChallenge>()
  const [expired, setExpired] = useState<CallError>()

  async function finish() {
    onVerified?.()
    const signedInUser = await call(profile, {})
    storeSignedInSession(signedInUser.user_info, signedInUser.session)
    onSignedIn(signedInUser)
  }

  if (!challenge)
    return (
      <>
        {(providers || canUsePasskeys()) && (
          <>
            <div className="plain-stack">
              {canUsePasskeys() && <PasskeySignIn onVerified={finish} />}
              {providers}
            </div>
            <p className="plain-or">{t('access:providers.or')}</p>
          </>
        )}
        <SignInPasswordStep
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
    <SignInCodeStep
      challenge={challenge}
      onResent={setChallenge}
      onBack={() => setChallenge(undefined)}
      onExpired={(error) => {
        setExpired(error)
        setChallenge(undefined)
      }}
      onVerified={finish}
      hint={codeHint}
    />
  )
}
