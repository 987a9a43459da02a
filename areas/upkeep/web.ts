import type { WebArea } from '#kit/web/area.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    upkeep: typeof texts
  }
}

export const upkeep: WebArea = {
  screens: [
    {
      path: '/member/archive',
      title: 'upkeep:screens.archive',
      role: 'Archive Member',
      load: async () => ({ default: (await import('./web/archive/ArchivePage.tsx')).ArchivePage }),
    },
    {
      path: '/member/update-member-listing',
      title: 'upkeep:screens.quality',
      role: 'Update Member Listing',
      load: async () => ({ default: (await import('./web/quality/QualityPage.tsx')).QualityPage }),
    },
  ],
}
