import type { ServerArea } from '#kit/server/area.ts'
import { storeMonthlyLiabilityStep } from './server/liability.ts'
import { reconciliationJob } from './server/prove.ts'
import { expiryRoutes } from './server/routes.ts'
import { expiryRowKinds } from './server/row-kinds.ts'
import { contactTimelineSource } from './server/timeline.ts'

export const expiryServerArea: ServerArea = {
  name: 'expiry',
  timeline: [contactTimelineSource],
  routes: expiryRoutes,
  rowKinds: expiryRowKinds,
  jobs: [reconciliationJob],
  batchSteps: { settle: [storeMonthlyLiabilityStep] },
  merge: {
    moves: [{ table: 'expiry_contact', key: 'contact_id', keyType: 'bigint', membership: 'membership_no' }],
    stays: { 'proof_difference.membership_no': 'says what a proof found of that number' },
  },
  personal: {
    tables: [
      {
        table: 'expiry_contact',
        part: 'Tasks and activities',
        rows: 'r.membership_no = any($2::text[])',
        dots: 'note',
        keeps: 'membership_no contact_type outcome outlet_code',
      },
    ],
    none: { proof_difference: 'says what a proof found of a number' },
  },
}
