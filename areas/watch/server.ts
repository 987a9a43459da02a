import type { ServerArea } from '#kit/server/area.ts'
import { watchPath } from './paths.ts'
import { findingsOpen } from './server/findings.ts'
import { watchRoutes } from './server/routes.ts'
import { watchRows } from './server/row-kinds.ts'
import { watchLoyalty } from './server/run.ts'

export const watch: ServerArea = {
  name: 'watch',
  routes: watchRoutes,
  rowKinds: watchRows,
  badges: { [watchPath.pattern]: findingsOpen },
  batchSteps: { 'loyalty is watched': [watchLoyalty] },
  merge: {
    stays: {
      'watch_finding.customer_id': 'says about whom it was found; what is new is found about the survivor',
      'watch_act.customer_id': 'says about whom it was found',
      'watch_act.member_id': 'says whose it was when it happened',
      'watch_act.membership_no': 'says on which number it happened',
    },
  },
}
