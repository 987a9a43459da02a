import type { RouteObject } from 'react-router'
import type { Screen } from '#kit/web/screen.ts'
import { ContributionsContext, collectContributions } from '#kit/web/slots.ts'
import { allContributions } from './contributions.ts'
import { AppShell } from './layout/AppShell.tsx'
import { RedirectToDashboard } from './layout/UnknownPathNote.tsx'
import { SignedInApp } from './SignedIn.tsx'
import { StartPage } from './StartPage.tsx'
import { allScreens, homeScreen, homeScreens } from './screens.ts'
import { ScreensContext } from './screens-context.ts'
import { loadCounterTexts, loadPageTexts } from './texts.ts'

/** Loads the texts that a page needs before its first render. The shell's part includes the texts of the dashboard. */
const textsFor = (screen: Screen) => {
  if (screen === homeScreen) return undefined
  return homeScreens.includes(screen) ? loadCounterTexts() : loadPageTexts()
}

const routeOf = (screen: Screen): RouteObject => ({
  path: screen.path,
  handle: screen,
  lazy: {
    Component: async () => {
      const [page] = await Promise.all([screen.load(), textsFor(screen)])
      return page.default
    },
  },
})

/** Preloads the pages that a user can choose as start page. */
export const preloadHomePages = () => Promise.all(homeScreens.map(({ load }) => load()))

const collected = collectContributions(allContributions)

/** The routes of all screens for signed-in users. The code of a page is loaded when the user opens it. */
export const signedInRoutes: RouteObject[] = [
  {
    element: (
      <ContributionsContext value={collected}>
        <ScreensContext value={allScreens}>
          <SignedInApp />
        </ScreensContext>
      </ContributionsContext>
    ),
    children: [
      ...allScreens.filter(({ fullPage }) => fullPage).map(routeOf),
      {
        Component: AppShell,
        children: [
          ...allScreens.filter(({ fullPage }) => !fullPage).map(routeOf),
          { path: '/', Component: StartPage },
          { path: '*', Component: RedirectToDashboard },
        ],
      },
    ],
  },
]
