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
  batchSteps: { review: [watchLoyalty] },
  merge: {
    stays: {
      'watch_finding.customer_id': 'says about whom it was found; what is new is found about the survivor',
      'watch_act.customer_id': 'says about whom it was found',
      'watch_act.member_id': 'says whose it was when it happened',
      'watch_act.membership_no': 'says on which number it happened',
    },
  },
  personal: {
    tables: [
      {
        table: 'watch_finding',
        part: 'Changes',
        hides: '*',
        because: 'would tell how misuse is found',
        dots: 'reason',
        keeps: 'pattern outlet_code severity first_day last_day status decided_by',
      },
      {
        table: 'watch_act',
        part: 'Changes',
        rows: 'r.customer_id = any($1::bigint[]) or r.member_id = any($1::bigint[])',
        hides: '*',
        because: 'would tell how misuse is found',
        keeps: 'pattern kind key day outlet_code membership_no marks other_outlet_code',
      },
    ],
    none: { watch_decision: 'is about a finding' },
  },
}
