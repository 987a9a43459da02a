import { lazy } from 'react'
import { customerActionsSlot } from '#areas/customers/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    privacy: typeof texts
  }
}

const statuses = ['Active', 'Inactive', 'Suspended', 'Archived']

export const privacyWebArea: WebArea = {
  contributes: [
    customerActionsSlot.with(
      {
        label: 'privacy:export.act',
        role: 'Customer',
        privilege: 'Manage Personal Data',
        statuses,
        Dialog: lazy(async () => ({ default: (await import('./web/ExportDialog.tsx')).ExportPersonalDataDialog })),
      },
      {
        label: 'privacy:erase.act',
        role: 'Customer',
        privilege: 'Manage Personal Data',
        statuses,
        Dialog: lazy(async () => ({ default: (await import('./web/EraseDialog.tsx')).RequestErasureDialog })),
      },
    ),
  ],
}
