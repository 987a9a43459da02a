import type { WebArea } from '#kit/web/area.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    imports: typeof texts
  }
}

export const imports: WebArea = {
  screens: [
    {
      path: '/imports',
      menu: 'settings',
      title: 'imports:screens.imports',
      role: ['Customer', 'Customer Transaction', 'Settings'],
      privilege: 'Import Data',
      load: async () => ({ default: (await import('./web/ImportsPage.tsx')).ImportsPage }),
    },
  ],
}
