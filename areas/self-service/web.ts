import { lazy } from 'react'
import { customerActions, memberWarnings } from '#areas/customers/web/slots.ts'
import { memberNotes } from '#areas/memberships/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { selfServiceGeneratorPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    'self-service': typeof texts
  }
}

const ContactHold = lazy(async () => ({ default: (await import('./web/ContactHold.tsx')).ContactHold }))

const statuses = ['Active', 'Inactive', 'Suspended']

export const selfService: WebArea = {
  screens: [
    {
      path: selfServiceGeneratorPath.pattern,
      title: 'self-service:screens.generator',
      role: 'Self-Service URL Generator',
      load: async () => ({ default: (await import('./web/GeneratorPage.tsx')).GeneratorPage }),
    },
  ],
  contributes: [
    memberNotes.with(ContactHold),
    memberWarnings.with(ContactHold),
    customerActions.with(
      {
        label: 'self-service:verify.act',
        role: 'Customer',
        statuses,
        Dialog: lazy(async () => ({ default: (await import('./web/VerifyEmail.tsx')).VerifyEmail })),
      },
      {
        label: 'self-service:reset.act',
        role: 'Customer',
        statuses,
        Dialog: lazy(async () => ({ default: (await import('./web/ResetSignIn.tsx')).ResetSignIn })),
      },
      {
        label: 'self-service:unlock.act',
        role: 'Customer',
        statuses,
        Dialog: lazy(async () => ({ default: (await import('./web/ResetSignIn.tsx')).UnlockSignIn })),
      },
    ),
  ],
}
