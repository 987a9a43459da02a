import { Navigate, type RouteObject } from 'react-router'
import type { Screen } from '#kit/web/screen.ts'
import { screens } from './areas.ts'
import { homeScreen } from './home.ts'
import { RouteError } from './RouteError.tsx'
import { Splash } from './Splash.tsx'
import { loadAreaTexts } from './texts.ts'

const all = [homeScreen, ...screens.filter((screen) => screen !== homeScreen)]

const routeOf = (screen: Screen): RouteObject => ({
  path: screen.path,
  handle: screen,
  lazy: { Component: async () => (await screen.load()).default },
})

const toLogin = <Navigate to="/auth/login" replace />

// Code that nobody needs yet is not fetched: the sign-in page comes without the back-office and its tables.
export const routes: RouteObject[] = [
  {
    errorElement: <RouteError />,
    hydrateFallbackElement: <Splash />,
    children: [
      {
        lazy: { Component: async () => (await import('./layout/AuthLayout.tsx')).AuthLayout },
        children: [
          { path: '/auth/login', lazy: { Component: async () => (await import('./auth/Login.tsx')).Login } },
          {
            path: '/auth/error-1',
            lazy: { Component: async () => (await import('#areas/access/web/ErrorPages.tsx')).SignInRefusedPage },
          },
          {
            path: '/auth/error-2',
            lazy: { Component: async () => (await import('#areas/access/web/ErrorPages.tsx')).SystemUnavailablePage },
          },
          { path: '/auth/*', element: toLogin },
          {
            path: '/logout',
            lazy: { Component: async () => (await import('#areas/access/web/LogoutPage.tsx')).LogoutPage },
          },
        ],
      },
      { path: '/dev/outbox', lazy: { Component: async () => (await import('./dev/OutboxPage.tsx')).OutboxPage } },
      {
        lazy: {
          Component: async () => {
            const [{ SignedIn }] = await Promise.all([import('./SignedIn.tsx'), loadAreaTexts()])
            return SignedIn
          },
        },
        children: [
          ...all.filter(({ fullPage }) => fullPage).map(routeOf),
          {
            lazy: { Component: async () => (await import('./layout/AppShell.tsx')).AppShell },
            children: [
              ...all.filter(({ fullPage }) => !fullPage).map(routeOf),
              { path: '*', element: <Navigate to="/dashboard" replace /> },
            ],
          },
        ],
      },
    ],
  },
]
