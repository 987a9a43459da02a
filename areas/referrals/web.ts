import type { WebArea } from '#kit/web/area.ts'
import type en from './web/texts/en.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    referrals: typeof en
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
