import type { Screen } from '#kit/web/screen.ts'
import { screens } from './areas.ts'
import { homeScreen } from './home.ts'

const helpScreen: Screen = {
  path: '/help',
  title: 'app:help.title',
  load: async () => ({ default: (await import('./help/HelpPage.tsx')).HelpPage }),
}

/** Every page behind the sign-in: those of the areas, and the application's own. */
export const allScreens: readonly Screen[] = [
  homeScreen,
  ...screens.filter((screen) => screen !== homeScreen),
  helpScreen,
]
