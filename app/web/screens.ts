import { dashboardPath } from '#areas/dashboard/paths.ts'
import { counterPath } from '#areas/memberships/paths.ts'
import type { Screen, ShellKey } from '#kit/web/screen.ts'
import type { MenuGroup, Role } from '#kit/web/vocabulary.ts'
import { areas } from './areas.ts'
import { isGroup, menuOf } from './menu.ts'
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

/** Roles that the specification names for the page of a section; any other is open to anyone who may open a page in it. */
const rolesOfSection: Partial<Record<MenuGroup, Role>> = { registration: 'Customer', campaign: 'Campaign' }

/** The pages of the sections (specification, "Authenticated children") that no area brings itself. */
const sectionScreens: readonly Screen[] = menuOf(screens)
  .flatMap((item) => (isGroup(item) ? [item] : []))
  .filter(({ key }) => !screens.some(({ path }) => path === `/${key}`))
  .map(({ key, title, entries }) => ({
    path: `/${key}`,
    title: title as ShellKey,
    role: rolesOfSection[key] ?? rolesOf(entries.map(({ path }) => path)),
    load: async () => ({ default: (await import('./section/SectionPage.tsx')).SectionPage }),
  }))

function rolesOf(paths: readonly string[]): readonly Role[] {
  const inside = screens.filter(({ path }) => paths.includes(path))
  return [...new Set(inside.flatMap(({ role }) => role ?? []))]
}

/** Where every unknown path leads: the dashboard. An installation without that area greets with its pages instead. */
export const homeScreen: Screen = screens.find(({ path }) => path === ownHome.path) ?? ownHome

/** The pages that a day begins on. */
export const homeScreens = [homeScreen, ...screens.filter(({ path }) => path === counterPath.pattern)]

/** Every page behind the sign-in: those of the areas, and the application's own. */
export const allScreens: readonly Screen[] = [
  homeScreen,
  ...screens.filter((screen) => screen !== homeScreen),
  ...sectionScreens,
  helpScreen,
]
