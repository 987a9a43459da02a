import { lazy } from 'react'
import { counterCardsSlot } from '#areas/memberships/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import {
  expiringMembersPath,
  expiryPath,
  expiryRewardsPath,
  liabilityPath,
  nightlyJobsPath,
  proofPath,
  rescuePath,
} from './paths.ts'
import type texts from './web/texts.json'

const role = ['Point Expiry', 'Point Expiry Report'] as const

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    expiry: typeof texts
  }
}

export const expiryWebArea: WebArea = {
  screens: [
    {
      path: expiryPath.pattern,
      title: 'expiry:screens.months',
      role,
      load: async () => ({ default: (await import('./web/MonthsPage.tsx')).MonthlyExpiriesPage }),
    },
    {
      path: expiringMembersPath.pattern,
      title: 'expiry:screens.members',
      role,
      parent: expiryPath.pattern,
      load: async () => ({ default: (await import('./web/MembersPage.tsx')).MemberExpiriesPage }),
    },
    {
      path: rescuePath.pattern,
      menu: 'points-management',
      title: 'expiry:screens.rescue',
      role: ['Customer', 'Point Expiry', 'Point Expiry Reward'],
      load: async () => ({ default: (await import('./web/rescue/RescuePage.tsx')).ExpiringPointsContactPage }),
    },
    {
      path: liabilityPath.pattern,
      menu: 'settings',
      title: 'expiry:screens.liability',
      role,
      load: async () => ({ default: (await import('./web/LiabilityPage.tsx')).PointLiabilityPage }),
    },
    {
      path: proofPath.pattern,
      menu: 'settings',
      title: 'expiry:screens.proof',
      role: ['Point Adjustment', 'Point Expiry', 'Settings'],
      load: async () => ({ default: (await import('./web/ProofPage.tsx')).ReconciliationPage }),
    },
    {
      path: expiryRewardsPath.pattern,
      title: 'expiry:screens.rewards',
      role: 'Point Expiry Reward',
      load: async () => ({ default: (await import('./web/rewards/RewardsPage.tsx')).ExpiryRewardsPage }),
    },
    {
      path: nightlyJobsPath.pattern,
      menu: 'settings',
      title: 'expiry:screens.nightly',
      role: ['Point Adjustment', 'Point Expiry', 'Settings'],
      load: async () => ({ default: (await import('./web/nightly/NightlyPage.tsx')).NightlyRunsPage }),
    },
  ],
  contributes: [
    counterCardsSlot.with({
      column: 2,
      Card: lazy(async () => ({ default: (await import('./web/counter/CounterCard.tsx')).ExpiringPointsCounterCard })),
    }),
  ],
}
