import type { WebArea } from '#kit/web/area.ts'
import { mergeAddPath, mergePath, mergesPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    merges: typeof texts
  }
}

export const mergesWebArea: WebArea = {
  screens: [
    {
      path: mergesPath.pattern,
      menu: 'member',
      title: 'merges:screens.list',
      role: 'Customer',
      add: { label: 'merges:screens.add', to: mergeAddPath(), privilege: 'Merge Members' },
      load: async () => ({ default: (await import('./web/MergesPage.tsx')).MergesPage }),
    },
    {
      path: mergeAddPath.pattern,
      title: 'merges:screens.add',
      role: 'Customer',
      privilege: 'Merge Members',
      parent: mergesPath.pattern,
      load: async () => ({ default: (await import('./web/merge/MergePage.tsx')).MergePage }),
    },
    {
      path: mergePath.pattern,
      title: 'merges:screens.one',
      heading: 'record',
      role: 'Customer',
      parent: mergesPath.pattern,
      load: async () => ({ default: (await import('./web/OneMergePage.tsx')).MergeDetailPage }),
    },
  ],
}
