import type { ServerArea } from '#kit/server/area.ts'
import { watchPath } from './paths.ts'
import { countOpenFindings } from './server/findings.ts'
import { watchRoutes } from './server/routes.ts'
import { watchRowKinds } from './server/row-kinds.ts'
import { watchLoyaltyStep } from './server/run.ts'

export const watchServerArea: ServerArea = {
  name: 'watch',
  routes: watchRoutes,
  rowKinds: watchRowKinds,
  badges: { [watchPath.pattern]: countOpenFindings },
  batchSteps: { review: [watchLoyaltyStep] },
  merge: {
    stays: {
      'watch_finding.customer_id': 'keeps the customer it was found about; new findings are about the survivor',
      'watch_act.customer_id': 'keeps the customer it was found about',
      'watch_act.member_id': 'keeps the member at the time of the act',
      'watch_act.membership_no': 'keeps the number at the time of the act',
    },
  },
  personal: {
    tables: [
      {
        table: 'watch_finding',
        part: 'Changes',
        hides: '*',
        because: 'would reveal how misuse is found',
        dots: 'reason',
        keeps: 'pattern outlet_code severity first_day last_day status decided_by',
      },
      {
        table: 'watch_act',
        part: 'Changes',
        rows: 'r.customer_id = any($1::bigint[]) or r.member_id = any($1::bigint[])',
        hides: '*',
        because: 'would reveal how misuse is found',
        keeps: 'pattern kind key day outlet_code membership_no marks other_outlet_code',
      },
    ],
    none: { watch_decision: 'is about a finding' },
  },
}
