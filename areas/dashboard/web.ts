import type { WebArea } from '#kit/web/area.ts'
import { dashboardPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    dashboard: typeof texts
  }
}

export const dashboard: WebArea = {
  screens: [
    {
      path: dashboardPath.pattern,
      title: 'dashboard:screens.dashboard',
      load: async () => ({ default: (await import('./web/DashboardPage.tsx')).DashboardPage }),
    },
  ],
}
