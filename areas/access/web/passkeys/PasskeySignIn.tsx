import { useMutation } from '@tanstack/react-query'
import { useT } from '#kit/web/i18n.ts'
import { SignInIcon } from '#kit/web/PlainSign.tsx'
import { SignInButton } from '../PlainButton.tsx'
import { passkeyErrorText, signInWithPasskey } from './webauthn.ts'

/** The button that signs in with a passkey, without user name and password. */
export function PasskeySignIn({ onVerified }: { onVerified: () => Promise<void> }) {
  const t = useT()
  const signIn = useMutation({
    mutationFn: async () => {
      await signInWithPasskey()
      await onVerified()
    },
  })
  return (
    <>
      {signIn.isError && (
        <p className="plain-notice" role="alert">
          {passkeyErrorText(signIn.error, t)}
        </p>
      )}
      <SignInButton look="plain" busy={signIn.isPending || signIn.isSuccess} onClick={() => signIn.mutate()}>
        <SignInIcon of="passkey" /> {t('access:signIn.passkey')}
      </SignInButton>
    </>
  )
}
