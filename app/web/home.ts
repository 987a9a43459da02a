import type { Screen } from '#kit/web/screen.ts'
import { screens } from './areas.ts'

const ownHome: Screen = {
  path: '/dashboard',
  title: 'app:home',
  load: async () => ({ default: (await import('./HomePage.tsx')).HomePage }),
}

/** Where every unknown path leads: the dashboard. An installation without that area greets with its pages instead. */
export const homeScreen: Screen = screens.find(({ path }) => path === ownHome.path) ?? ownHome
