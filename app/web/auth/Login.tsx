import { useQueryClient } from '@tanstack/react-query'
import { LoginPage } from '#areas/access/web/LoginPage.tsx'
import { askHowItLooks, fetchNext, prepareNext } from '../ahead.ts'
import { getConfig } from '../config.ts'

export function Login() {
  const { Demo, Company, SignInProviders } = getConfig()
  const client = useQueryClient()
  const ahead = {
    begin: fetchNext,
    // What does not arrive now is asked for again by the page itself.
    challenge: () => void prepareNext().catch(() => {}),
    verified: () => askHowItLooks(client),
  }
  return <LoginPage demo={Demo} company={Company} providers={SignInProviders} ahead={ahead} />
}
