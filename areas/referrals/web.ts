import type { WebArea } from '#kit/web/area.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    referrals: typeof texts
  }
}

export const referrals: WebArea = {
  screens: [
    {
      path: '/member/referrer-listing',
      title: 'referrals:screens.list',
      role: 'Referrer Listing',
      load: async () => ({ default: (await import('./web/ReferrerListingPage.tsx')).ReferrerListingPage }),
    },
  ],
}
