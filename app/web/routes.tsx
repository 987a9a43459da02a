import { type DOMRouterOpts, Navigate, type RouteObject } from 'react-router'
import {
  loginPath,
  logoutPath,
  providerAnswerPath,
  signInRefusedPath,
  systemUnavailablePath,
} from '#areas/access/paths.ts'
import { demoSignInPath, outboxPath, privacyPath, termsPath } from './paths.ts'
import { RouteError } from './RouteError.tsx'
import { Splash } from './Splash.tsx'
import { loadShellTexts } from './texts.ts'

const ROOT = 'root'
const toLogin = <Navigate to={loginPath()} replace />

/** What is reached without being signed in. The rest comes when it is asked for: see `bringSignedInRoutes`. */
export const routes: RouteObject[] = [
  {
    id: ROOT,
    errorElement: <RouteError />,
    hydrateFallbackElement: <Splash />,
    children: [
      {
        lazy: { Component: async () => (await import('./layout/AuthLayout.tsx')).AuthLayout },
        children: [
          { path: '/auth', element: toLogin },
          { path: loginPath.pattern, lazy: { Component: async () => (await import('./auth/Login.tsx')).Login } },
          {
            path: signInRefusedPath.pattern,
            lazy: { Component: async () => (await import('#areas/access/web/ErrorPages.tsx')).SignInRefusedPage },
          },
          {
            path: systemUnavailablePath.pattern,
            lazy: { Component: async () => (await import('#areas/access/web/ErrorPages.tsx')).SystemUnavailablePage },
          },
          {
            path: providerAnswerPath.pattern,
            lazy: { Component: async () => (await import('#areas/access/web/providers/ReturnPage.tsx')).ReturnPage },
          },
          {
            path: demoSignInPath.pattern,
            lazy: { Component: async () => (await import('./dev/SsoPage.tsx')).SsoPage },
          },
          { path: '/auth/*', element: toLogin },
          {
            path: logoutPath.pattern,
            lazy: { Component: async () => (await import('#areas/access/web/LogoutPage.tsx')).LogoutPage },
          },
          {
            path: termsPath.pattern,
            lazy: { Component: async () => (await import('./legal/LegalPage.tsx')).TermsPage },
          },
          {
            path: privacyPath.pattern,
            lazy: { Component: async () => (await import('./legal/LegalPage.tsx')).PrivacyPage },
          },
        ],
      },
      { path: outboxPath.pattern, lazy: { Component: async () => (await import('./dev/OutboxPage.tsx')).OutboxPage } },
    ],
  },
]

let brought = false

/**
 * The sign-in page does not wait for the list of every area's screens, nor for their texts: they come with the first
 * address that is not one of the above.
 */
export const bringSignedInRoutes: DOMRouterOpts['patchRoutesOnNavigation'] = async ({ path, patch }) => {
  // Asked again for every address with a parameter; and `/auth/*` has one too.
  if (brought || /\/auth(\/|$)/.test(path)) return
  const [{ signedInRoutes }] = await Promise.all([import('./signed-in-routes.tsx'), loadShellTexts()])
  if (!brought) patch(ROOT, signedInRoutes)
  brought = true
}
