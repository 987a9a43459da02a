import type { Screen } from '#kit/web/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/member/referrer-listing',
    title: 'app:referrals.list',
    role: 'Referrer Listing',
    load: async () => ({ default: (await import('./ReferrerListingPage.tsx')).ReferrerListingPage }),
  },
]
