import type { Screen } from '#kit/web/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/member/archive',
    title: 'app:upkeep.archive',
    role: 'Archive Member',
    load: async () => ({ default: (await import('./archive/ArchivePage.tsx')).ArchivePage }),
  },
  {
    path: '/member/update-member-listing',
    title: 'app:upkeep.quality',
    role: 'Update Member Listing',
    load: async () => ({ default: (await import('./quality/QualityPage.tsx')).QualityPage }),
  },
]
