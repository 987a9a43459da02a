import type { WebArea } from '#kit/web/area.ts'
import { rolesOfAnyReport } from './contract/table.ts'
import { reportingPath } from './paths.ts'
import type { ReportTexts } from './web/report-texts.ts'
import { reportScreens } from './web/screens.ts'
import type engine from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    reports: typeof engine & ReportTexts
  }
}

export const reportsWebArea: WebArea = {
  screens: [
    {
      path: reportingPath.pattern,
      title: 'reports:screens.home',
      role: rolesOfAnyReport,
      load: async () => ({ default: (await import('./web/ReportHome.tsx')).ReportHome }),
    },
    ...reportScreens,
  ],
}
