import { lazy } from 'react'
import type { WebArea } from '#kit/web/area.ts'
import type texts from './web/texts.json'

const role = ['Point Expiry', 'Point Expiry Report'] as const

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    expiry: typeof texts
  }
}

export const expiry: WebArea = {
  screens: [
    {
      path: '/points-management/points-expiry',
      title: 'expiry:screens.months',
      role,
      load: async () => ({ default: (await import('./web/MonthsPage.tsx')).MonthsPage }),
    },
    {
      path: '/points-management/points-expiry/members',
      title: 'expiry:screens.members',
      role,
      parent: '/points-management/points-expiry',
      load: async () => ({ default: (await import('./web/MembersPage.tsx')).MembersPage }),
    },
    {
      path: '/points-management/expiry-rescue',
      menu: 'points-management',
      title: 'expiry:screens.rescue',
      role: ['Customer', 'Point Expiry', 'Point Expiry Reward'],
      load: async () => ({ default: (await import('./web/rescue/RescuePage.tsx')).RescuePage }),
    },
    {
      path: '/points-management/liability',
      menu: 'points-management',
      title: 'expiry:screens.liability',
      role,
      load: async () => ({ default: (await import('./web/LiabilityPage.tsx')).LiabilityPage }),
    },
    {
      path: '/points-management/proof',
      menu: 'points-management',
      title: 'expiry:screens.proof',
      role: ['Point Adjustment', 'Point Expiry', 'Settings'],
      load: async () => ({ default: (await import('./web/ProofPage.tsx')).ProofPage }),
    },
    {
      path: '/points-management/point-expiry-rewards',
      title: 'expiry:screens.rewards',
      role: 'Point Expiry Reward',
      load: async () => ({ default: (await import('./web/rewards/RewardsPage.tsx')).RewardsPage }),
    },
    {
      path: '/points-management/nights',
      menu: 'points-management',
      title: 'expiry:screens.nights',
      role: ['Point Adjustment', 'Point Expiry', 'Settings'],
      load: async () => ({ default: (await import('./web/nights/NightsPage.tsx')).NightsPage }),
    },
  ],
  provides: {
    memberParts: [lazy(async () => ({ default: (await import('./web/rewards/MemberRewards.tsx')).MemberRewards }))],
  },
}
