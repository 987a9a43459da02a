import type { WebArea } from '#kit/web/area.ts'
import type en from './web/texts/en.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    dashboard: typeof en
  }
}

export const dashboard: WebArea = {
  screens: [
    {
      path: '/dashboard',
      title: 'dashboard:screens.dashboard',
      load: async () => ({ default: (await import('./web/DashboardPage.tsx')).DashboardPage }),
    },
  ],
}
