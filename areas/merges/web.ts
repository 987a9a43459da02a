import type { WebArea } from '#kit/web/area.ts'
import type texts from './web/texts.json'

const MERGES = '/member/merges'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    merges: typeof texts
  }
}

export const merges: WebArea = {
  screens: [
    {
      path: MERGES,
      menu: 'member',
      title: 'merges:screens.list',
      role: 'Customer',
      add: { label: 'merges:screens.add', to: '/member/merge', privilege: 'Merge Members' },
      load: async () => ({ default: (await import('./web/MergesPage.tsx')).MergesPage }),
    },
    {
      path: '/member/merge',
      title: 'merges:screens.add',
      role: 'Customer',
      privilege: 'Merge Members',
      parent: MERGES,
      load: async () => ({ default: (await import('./web/merge/MergePage.tsx')).MergePage }),
    },
    {
      path: '/member/merges/:MergeId',
      title: 'merges:screens.one',
      role: 'Customer',
      parent: MERGES,
      load: async () => ({ default: (await import('./web/OneMergePage.tsx')).OneMergePage }),
    },
  ],
}
