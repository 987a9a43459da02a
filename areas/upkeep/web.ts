import type { WebArea } from '#kit/web/area.ts'
import { archivePath, qualityPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    upkeep: typeof texts
  }
}

export const upkeep: WebArea = {
  screens: [
    {
      path: archivePath.pattern,
      title: 'upkeep:screens.archive',
      role: 'Archive Member',
      load: async () => ({ default: (await import('./web/archive/ArchivePage.tsx')).ArchivePage }),
    },
    {
      path: qualityPath.pattern,
      title: 'upkeep:screens.quality',
      role: 'Update Member Listing',
      load: async () => ({ default: (await import('./web/quality/QualityPage.tsx')).QualityPage }),
    },
  ],
}
