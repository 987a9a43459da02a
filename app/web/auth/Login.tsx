import { useQueryClient } from '@tanstack/react-query'
import { LoginPage } from '#areas/access/web/LoginPage.tsx'
import { getConfig } from '../config.ts'
import { prefetchPreferences, preloadHomePageFiles, preloadSignedInFiles } from '../prefetch.ts'

export function LoginRoute() {
  const { Demo, Company, SignInProviders } = getConfig()
  const client = useQueryClient()
  const prefetch = {
    begin: preloadSignedInFiles,
    // A failed preload is ignored, because the next page loads missing parts itself.
    challenge: () => void preloadHomePageFiles().catch(() => {}),
    verified: () => prefetchPreferences(client),
  }
  return <LoginPage demo={Demo} company={Company} providers={SignInProviders} ahead={prefetch} />
}
