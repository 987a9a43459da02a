import type { Screen } from '#kit/web/screen.ts'

export const MERGES = '/member/merges'

export const screens: readonly Screen[] = [
  {
    path: MERGES,
    title: 'app:merges.list',
    role: 'Customer',
    add: { label: 'app:merges.add', to: '/member/merge', privilege: 'Merge Members' },
    load: async () => ({ default: (await import('./MergesPage.tsx')).MergesPage }),
  },
  {
    path: '/member/merge',
    title: 'app:merges.add',
    role: 'Customer',
    privilege: 'Merge Members',
    parent: MERGES,
    load: async () => ({ default: (await import('./merge/MergePage.tsx')).MergePage }),
  },
  {
    path: '/member/merges/:MergeId',
    title: 'app:merges.one',
    role: 'Customer',
    parent: MERGES,
    load: async () => ({ default: (await import('./OneMergePage.tsx')).OneMergePage }),
  },
]
