import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { ProviderName } from '#areas/setup/contract.ts'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { SignInIcon } from '#kit/web/PlainSign.tsx'
import { startProviderSignIn } from '../../contract.ts'
import { SignInButton } from '../PlainButton.tsx'
import { rememberReturnPath } from '../stored.ts'
import { signInErrorPathFor } from './error-page.ts'
import '../access.css'

type Props = {
  providers: readonly ProviderName[]
  /** The page to which the user returns after the sign-in. */
  from: string
}

/** Shows one sign-in button for each configured provider. */
export function ProviderButtons({ providers, from }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const start = useMutation({
    mutationFn: (Provider: ProviderName) => call(startProviderSignIn, { Provider, From: from }),
    onSuccess: ({ Location }) => {
      // Stores the page to return to, so that another way to sign in also returns to it if the provider fails.
      rememberReturnPath(from)
      location.assign(Location)
    },
    onError: (error) => navigate(signInErrorPathFor(error)),
  })
  const { reset } = start

  // The buttons are reset, because the browser's back button restores the page with disabled buttons.
  useEffect(() => {
    const displayed = ({ persisted }: PageTransitionEvent) => persisted && reset()
    window.addEventListener('pageshow', displayed)
    return () => window.removeEventListener('pageshow', displayed)
  }, [reset])

  return providers.map((provider) => (
    <SignInButton
      key={provider}
      look="plain"
      busy={start.variables === provider && (start.isPending || start.isSuccess)}
      onClick={() => start.mutate(provider)}
    >
      <SignInIcon of="company" /> {t(`access:providers.with.${provider}`)}
    </SignInButton>
  ))
}
