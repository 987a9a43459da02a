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
import { LoadingBar } from './Splash.tsx'
import { loadShellTexts } from './texts.ts'

const ROOT = 'root'
const toLogin = <Navigate to={loginPath()} replace />

/** The routes of pages without a session. `loadSignedInRoutes` loads all other routes on demand. */
export const signedOutRoutes: RouteObject[] = [
  {
    id: ROOT,
    errorElement: <RouteError />,
    hydrateFallbackElement: <LoadingBar />,
    children: [
      {
        lazy: { Component: async () => (await import('./layout/AuthLayout.tsx')).AuthLayout },
        children: [
          { path: '/auth', element: toLogin },
          { path: loginPath.pattern, lazy: { Component: async () => (await import('./auth/Login.tsx')).LoginRoute } },
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
            lazy: {
              Component: async () => (await import('#areas/access/web/providers/ReturnPage.tsx')).ProviderReturnPage,
            },
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

let loaded = false

/**
 * Adds the routes of the signed-in application when the user opens a path that has no route yet.
 * The sign-in page therefore loads neither the screens of the areas nor their texts.
 */
export const loadSignedInRoutes: DOMRouterOpts['patchRoutesOnNavigation'] = async ({ path, patch }) => {
  // React Router also calls this function for known paths with parameters, including `/auth/*`.
  if (loaded || /\/auth(\/|$)/.test(path)) return
  const [{ signedInRoutes }] = await Promise.all([import('./signed-in-routes.tsx'), loadShellTexts()])
  if (!loaded) patch(ROOT, signedInRoutes)
  loaded = true
}
