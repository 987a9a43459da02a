import { lazy } from 'react'
import { customerCardsSlot } from '#areas/customers/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { referrersPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    referrals: typeof texts
  }
}

export const referralsWebArea: WebArea = {
  screens: [
    {
      path: referrersPath.pattern,
      title: 'referrals:screens.list',
      role: 'Referrer Listing',
      load: async () => ({ default: (await import('./web/ReferrerListingPage.tsx')).ReferrerListingPage }),
    },
  ],
  contributes: [
    customerCardsSlot.with(
      lazy(async () => ({ default: (await import('./web/customer/CustomerReferrals.tsx')).CustomerReferralsCard })),
    ),
  ],
}
