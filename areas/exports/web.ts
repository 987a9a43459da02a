import type { WebArea } from '#kit/web/area.ts'
import { listExport } from '#kit/web/table/ListActions.tsx'
import { exportsPath, schedulesPath } from './paths.ts'
import { ExportButton } from './web/ExportButton.tsx'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    exports: typeof texts
  }
}

export const exportsWebArea: WebArea = {
  screens: [
    {
      path: exportsPath.pattern,
      menu: 'settings',
      title: 'exports:screens.exports',
      privilege: 'Export Data',
      load: async () => ({ default: (await import('./web/ExportsPage.tsx')).ExportsPage }),
    },
    {
      path: schedulesPath.pattern,
      menu: 'reporting',
      title: 'exports:screens.schedules',
      privilege: 'Export Data',
      load: async () => ({ default: (await import('./web/SchedulesPage.tsx')).SchedulesPage }),
    },
  ],
  contributes: [listExport.with(ExportButton)],
}
