import type { WebArea } from '#kit/web/area.ts'
import { customFieldsPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    'custom-fields': typeof texts
  }
}

export const customFieldsWebArea: WebArea = {
  screens: [
    {
      path: customFieldsPath.pattern,
      title: 'custom-fields:screens.list',
      role: 'Custom Field',
      add: { label: 'custom-fields:screens.add', dialog: true },
      load: async () => ({ default: (await import('./web/setup/CustomFieldsPage.tsx')).CustomFieldsPage }),
    },
  ],
}
