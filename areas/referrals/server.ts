import type { ServerArea } from '#kit/server/area.ts'
import { approveReferrals } from './server/night.ts'
import { referralRoutes } from './server/routes.ts'
import { referralRows } from './server/row-kinds.ts'

export const referrals: ServerArea = {
  name: 'referrals',
  routes: referralRoutes,
  rowKinds: referralRows,
  nightSteps: { 'points are given': [approveReferrals] },
}
