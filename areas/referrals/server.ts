import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { approveReferrals } from './server/night.ts'
import { referralRoutes } from './server/routes.ts'
import { referralRows } from './server/row-kinds.ts'

export const referrals: ServerArea = {
  name: 'referrals',
  routes: referralRoutes,
  rowKinds: referralRows,
  nightSteps: { 'points are given': [approveReferrals] },
  merge: {
    moves: [
      {
        // The friend's side: a customer has one referrer, and is never his own.
        table: 'referral',
        key: 'referral_id',
        keyType: 'bigint',
        customer: 'customer_id',
        unless: ({ SurvivorId, numbers }) => sql`(r.referrer_membership_no = any(${numbers})
          or exists (select from referral own where own.customer_id = ${SurvivorId} and own.status <> 'Rejected'))`,
      },
      {
        // The referrer's side, apart from the friend's: the two point at different people. Whoever would recommend himself
        // keeps the number that he was told then.
        name: 'referrals_made',
        table: 'referral',
        key: 'referral_id',
        keyType: 'bigint',
        membership: 'referrer_membership_no',
        unless: ({ SurvivorId, MergedId }) => sql`r.customer_id in (${SurvivorId}, ${MergedId})`,
      },
    ],
  },
}
