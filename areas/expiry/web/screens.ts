import type { Screen } from '#kit/web/screen.ts'
import { bringExpiryTexts } from './own-texts.ts'

const role = ['Point Expiry', 'Point Expiry Report'] as const

export const screens: readonly Screen[] = [
  {
    path: '/points-management/points-expiry',
    title: 'app:expiry.months',
    role,
    load: async () => {
      const [{ MonthsPage }] = await Promise.all([import('./MonthsPage.tsx'), bringExpiryTexts()])
      return { default: MonthsPage }
    },
  },
  {
    path: '/points-management/points-expiry/members',
    title: 'app:expiry.members',
    role,
    parent: '/points-management/points-expiry',
    load: async () => {
      const [{ MembersPage }] = await Promise.all([import('./MembersPage.tsx'), bringExpiryTexts()])
      return { default: MembersPage }
    },
  },
  {
    path: '/points-management/liability',
    title: 'app:expiry.liability',
    role,
    load: async () => {
      const [{ LiabilityPage }] = await Promise.all([import('./LiabilityPage.tsx'), bringExpiryTexts()])
      return { default: LiabilityPage }
    },
  },
  {
    path: '/points-management/proof',
    title: 'app:expiry.proof',
    role: ['Point Adjustment', 'Point Expiry', 'Settings'],
    load: async () => {
      const [{ ProofPage }] = await Promise.all([import('./ProofPage.tsx'), bringExpiryTexts()])
      return { default: ProofPage }
    },
  },
]
