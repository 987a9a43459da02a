import type { WebArea } from '#kit/web/area.ts'
import { importLeadsPath, importsPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    imports: typeof texts
  }
}

export const importsWebArea: WebArea = {
  screens: [
    {
      path: importLeadsPath.pattern,
      title: 'imports:screens.leads',
      role: 'Import Leads',
      privilege: 'Import Data',
      load: async () => ({ default: (await import('./web/ImportLeadsPage.tsx')).ImportLeadsPage }),
    },
    {
      path: importsPath.pattern,
      menu: 'settings',
      title: 'imports:screens.imports',
      role: ['Customer', 'Customer Transaction', 'Settings', 'Voucher Listing'],
      privilege: 'Import Data',
      load: async () => ({ default: (await import('./web/ImportsPage.tsx')).ImportsPage }),
    },
  ],
}
