import { dashboardPath } from '#areas/dashboard/paths.ts'
import { counterPath } from '#areas/memberships/paths.ts'
import type { Screen } from '#kit/web/screen.ts'
import { areas } from './areas.ts'
import { helpPath } from './paths.ts'

const helpScreen: Screen = {
  path: helpPath.pattern,
  title: 'app:help.title',
  load: async () => ({ default: (await import('./help/HelpPage.tsx')).HelpPage }),
}

const ownHome: Screen = {
  path: dashboardPath.pattern,
  title: 'app:home',
  load: async () => ({ default: (await import('./HomePage.tsx')).HomePage }),
}

const screens = areas.flatMap(({ screens = [] }) => screens)

/** Where every unknown path leads: the dashboard. An installation without that area greets with its pages instead. */
export const homeScreen: Screen = screens.find(({ path }) => path === ownHome.path) ?? ownHome

/** The pages that a day begins on. */
export const homeScreens = [homeScreen, ...screens.filter(({ path }) => path === counterPath.pattern)]

/** Every page behind the sign-in: those of the areas, and the application's own. */
export const allScreens: readonly Screen[] = [
  homeScreen,
  ...screens.filter((screen) => screen !== homeScreen),
  helpScreen,
]
