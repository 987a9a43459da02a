import { lazy } from 'react'
import { customerActionsSlot } from '#areas/customers/web/slots.ts'
import { archivedActionsSlot } from '#areas/memberships/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { archivePath, qualityPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    'data-quality': typeof texts
  }
}

export const dataQualityWebArea: WebArea = {
  screens: [
    {
      path: archivePath.pattern,
      title: 'data-quality:screens.archive',
      role: 'Archive Member',
      load: async () => ({ default: (await import('./web/archive/ArchivePage.tsx')).ArchivePage }),
    },
    {
      path: qualityPath.pattern,
      title: 'data-quality:screens.quality',
      role: 'Update Member Listing',
      load: async () => ({ default: (await import('./web/quality/QualityPage.tsx')).DataQualityPage }),
    },
  ],
  contributes: [
    customerActionsSlot.with({
      label: 'customers:archive.archive',
      role: 'Archive Member',
      statuses: ['Active', 'Inactive', 'Suspended'],
      Dialog: lazy(async () => ({ default: (await import('./web/customer/ArchiveDialog.tsx')).ArchiveDialog })),
    }),
    archivedActionsSlot.with(
      lazy(async () => ({ default: (await import('./web/customer/Unarchive.tsx')).ReactivateButton })),
    ),
  ],
}
