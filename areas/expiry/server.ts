import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { closeMonth } from './server/liability.ts'
import { proveJob } from './server/prove.ts'
import { expireRewards } from './server/rewards/expiry-rewards.ts'
import { expiryRoutes } from './server/routes.ts'
import { expiryRows } from './server/row-kinds.ts'

export const expiry: ServerArea = {
  name: 'expiry',
  routes: expiryRoutes,
  rowKinds: expiryRows,
  jobs: [proveJob],
  batchSteps: { 'points end': [expireRewards], 'the month is closed': [closeMonth] },
  merge: {
    moves: [
      { table: 'expiry_contact', key: 'contact_id', keyType: 'bigint', membership: 'membership_no' },
      {
        table: 'point_expiry_reward',
        key: 'reference_code',
        keyType: 'text',
        membership: 'membership_no',
        unless: ({ into }) => sql`exists (
          select from point_expiry_reward own where own.membership_no = ${into} and own.status <> 'Cancelled'
            and own.expiry_year = r.expiry_year and own.expiry_month = r.expiry_month)`,
      },
    ],
    stays: { 'proof_difference.membership_no': 'says what a proof found of that number' },
  },
}
