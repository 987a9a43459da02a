import { lazy } from 'react'
import { customerActionsSlot, memberWarningsSlot } from '#areas/customers/web/slots.ts'
import { memberNotesSlot } from '#areas/memberships/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { selfServiceGeneratorPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    'self-service': typeof texts
  }
}

const ContactHold = lazy(async () => ({ default: (await import('./web/ContactHold.tsx')).ContactHoldWarning }))

const statuses = ['Active', 'Inactive', 'Suspended']

export const selfServiceWebArea: WebArea = {
  screens: [
    {
      path: selfServiceGeneratorPath.pattern,
      title: 'self-service:screens.generator',
      role: 'Self-Service URL Generator',
      load: async () => ({ default: (await import('./web/GeneratorPage.tsx')).PasscodeGeneratorPage }),
    },
  ],
  contributes: [
    memberNotesSlot.with(ContactHold),
    memberWarningsSlot.with(ContactHold),
    customerActionsSlot.with(
      {
        label: 'self-service:verify.act',
        role: 'Customer',
        statuses,
        Dialog: lazy(async () => ({ default: (await import('./web/VerifyEmail.tsx')).VerifyEmailDialog })),
      },
      {
        label: 'self-service:reset.act',
        role: 'Customer',
        statuses,
        Dialog: lazy(async () => ({ default: (await import('./web/ResetSignIn.tsx')).ResetSignInDialog })),
      },
      {
        label: 'self-service:unlock.act',
        role: 'Customer',
        statuses,
        Dialog: lazy(async () => ({ default: (await import('./web/ResetSignIn.tsx')).UnlockSignInDialog })),
      },
    ),
  ],
}
