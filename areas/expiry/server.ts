import type { ServerArea } from '#kit/server/area.ts'
import { closeMonth } from './server/liability.ts'
import { proveJob } from './server/prove.ts'
import { expireRewards } from './server/rewards/expire-rewards.ts'
import { expiryRoutes } from './server/routes.ts'
import { expiryRows } from './server/row-kinds.ts'

export const expiry: ServerArea = {
  name: 'expiry',
  routes: expiryRoutes,
  rowKinds: expiryRows,
  jobs: [proveJob],
  nightSteps: { 'points end': [expireRewards], 'the month is closed': [closeMonth] },
}
