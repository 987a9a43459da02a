import type { WebArea } from '#kit/web/area.ts'
import type en from './web/texts/en.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    imports: typeof en
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
