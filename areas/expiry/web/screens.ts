import type { Screen } from '#kit/web/screen.ts'

const role = ['Point Expiry', 'Point Expiry Report'] as const

export const screens: readonly Screen[] = [
  {
    path: '/points-management/points-expiry',
    title: 'app:expiry.months',
    role,
    load: async () => ({ default: (await import('./MonthsPage.tsx')).MonthsPage }),
  },
  {
    path: '/points-management/points-expiry/members',
    title: 'app:expiry.members',
    role,
    parent: '/points-management/points-expiry',
    load: async () => ({ default: (await import('./MembersPage.tsx')).MembersPage }),
  },
  {
    path: '/points-management/liability',
    title: 'app:expiry.liability',
    role,
    load: async () => ({ default: (await import('./LiabilityPage.tsx')).LiabilityPage }),
  },
  {
    path: '/points-management/proof',
    title: 'app:expiry.proof',
    role: ['Point Adjustment', 'Point Expiry', 'Settings'],
    load: async () => ({ default: (await import('./ProofPage.tsx')).ProofPage }),
  },
  {
    path: '/points-management/point-expiry-rewards',
    title: 'app:expiry.rewards',
    role: 'Point Expiry Reward',
    load: async () => ({ default: (await import('./rewards/RewardsPage.tsx')).RewardsPage }),
  },
  {
    path: '/points-management/expiry-rescue',
    title: 'app:expiry.rescue',
    role: ['Customer', 'Point Expiry', 'Point Expiry Reward'],
    load: async () => ({ default: (await import('./rescue/RescuePage.tsx')).RescuePage }),
  },
  {
    path: '/points-management/nights',
    title: 'app:expiry.nights',
    role: ['Point Adjustment', 'Point Expiry', 'Settings'],
    load: async () => ({ default: (await import('./nights/NightsPage.tsx')).NightsPage }),
  },
]
