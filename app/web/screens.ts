import { dashboardPath } from '#areas/dashboard/paths.ts'
import { counterPath } from '#areas/memberships/paths.ts'
import type { Screen, ShellTextKey } from '#kit/web/screen.ts'
import type { MenuGroup, Role } from '#kit/web/vocabulary.ts'
import { webAreas } from './areas.ts'
import { buildMenu, isMenuGroup } from './menu.ts'
import { helpPath } from './paths.ts'

const helpScreen: Screen = {
  path: helpPath.pattern,
  title: 'app:help.title',
  load: async () => ({ default: (await import('./help/HelpPage.tsx')).HelpPage }),
}

const fallbackHome: Screen = {
  path: dashboardPath.pattern,
  title: 'app:home',
  load: async () => ({ default: (await import('./HomePage.tsx')).HomePage }),
}

const screens = webAreas.flatMap(({ screens = [] }) => screens)

/** The roles of section pages that the specification sets. Other sections are open to every role with a page in them. */
const rolesOfSection: Partial<Record<MenuGroup, Role>> = { registration: 'Customer', campaign: 'Campaign' }

/** The section pages (specification, "Authenticated children") that no area declares itself. */
const sectionScreens: readonly Screen[] = buildMenu(screens)
  .flatMap((item) => (isMenuGroup(item) ? [item] : []))
  .filter(({ key }) => !screens.some(({ path }) => path === `/${key}`))
  .map(({ key, title, entries }) => ({
    path: `/${key}`,
    title: title as ShellTextKey,
    role: rolesOfSection[key] ?? rolesOf(entries.map(({ path }) => path)),
    load: async () => ({ default: (await import('./section/SectionPage.tsx')).SectionPage }),
  }))

function rolesOf(paths: readonly string[]): readonly Role[] {
  const groupScreens = screens.filter(({ path }) => paths.includes(path))
  return [...new Set(groupScreens.flatMap(({ role }) => role ?? []))]
}

/** The dashboard, to which unknown paths redirect. A page of links replaces it if the dashboard area is missing. */
export const homeScreen: Screen = screens.find(({ path }) => path === fallbackHome.path) ?? fallbackHome

/** All pages that a user can choose as start page. */
export const homeScreens = [homeScreen, ...screens.filter(({ path }) => path === counterPath.pattern)]

/** All screens for signed-in users: those of the areas and those of the application itself. */
export const allScreens: readonly Screen[] = [
  homeScreen,
  ...screens.filter((screen) => screen !== homeScreen),
  ...sectionScreens,
  helpScreen,
]
