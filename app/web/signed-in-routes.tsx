import { Navigate, type RouteObject } from 'react-router'
import type { Screen } from '#kit/web/screen.ts'
import { homeScreen } from './home.ts'
import { AppShell } from './layout/AppShell.tsx'
import { SignedIn } from './SignedIn.tsx'
import { allScreens } from './screens.ts'
import { loadPageTexts } from './texts.ts'

const routeOf = (screen: Screen): RouteObject => ({
  path: screen.path,
  handle: screen,
  lazy: {
    Component: async () => {
      const [page] = await Promise.all([screen.load(), screen === homeScreen ? undefined : loadPageTexts()])
      return page.default
    },
  },
})

/** Every screen of the areas, behind the sign-in; each page's code is fetched when it is opened. */
export const signedInRoutes: RouteObject[] = [
  {
    Component: SignedIn,
    children: [
      ...allScreens.filter(({ fullPage }) => fullPage).map(routeOf),
      {
        Component: AppShell,
        children: [
          ...allScreens.filter(({ fullPage }) => !fullPage).map(routeOf),
          { path: '*', element: <Navigate to="/dashboard" replace /> },
        ],
      },
    ],
  },
]
