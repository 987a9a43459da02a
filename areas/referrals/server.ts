import { sql } from 'kysely'
import { referrerNamed } from '#areas/customers/server/index.ts'
import { saleReceivedEvent, saleReturnedEvent, saleReturningEvent } from '#areas/sales/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'
import { handleEvent, handleSqlEvent } from '#kit/server/events.ts'
import { acceptReferrer } from './server/accept-referrer.ts'
import { approveReferralsStep } from './server/nightly.ts'
import { referralRoutes } from './server/routes.ts'
import { referralRowKinds } from './server/row-kinds.ts'
import { referralTimelineSource } from './server/timeline.ts'

export const referralsServerArea: ServerArea = {
  name: 'referrals',
  timeline: [referralTimelineSource],
  routes: referralRoutes,
  rowKinds: referralRowKinds,
  handles: [
    handleEvent(
      referrerNamed,
      'validates and stores the referrer, and opens the referral',
      (ctx, { customer, MembershipNo }) => acceptReferrer(ctx, MembershipNo, customer),
    ),
    handleSqlEvent(saleReceivedEvent, 're-evaluates the customer’s referral'),
    handleSqlEvent(
      saleReturningEvent,
      'locks the referrals that depend on the sale, and the balances that will change',
    ),
    handleSqlEvent(saleReturnedEvent, 're-evaluates the referrals that depend on the sale, and reverses their awards'),
  ],
  batchSteps: { settle: [approveReferralsStep] },
  merge: {
    undoBlockers: {
      referral: ({ keys, MergedAt }) => sql`select '' as detail from referral
        where referral_id = any(${[...keys('referral'), ...keys('referrals_made')]}::bigint[]) and greatest(decided_at, voided_at) > ${MergedAt} limit 1`,
    },
    moves: [
      {
        // Rows of the customer as friend: a customer has at most one referrer and cannot be their own referrer.
        table: 'referral',
        key: 'referral_id',
        keyType: 'bigint',
        customer: 'customer_id',
        unless: ({ SurvivorId, numbers }) => sql`(r.referrer_membership_no = any(${numbers})
          or exists (select from referral existing where existing.customer_id = ${SurvivorId} and existing.status <> 'Rejected'))`,
      },
      {
        // Rows of the customer as referrer: a referral between the merged customers stays, to avoid a self-referral.
        name: 'referrals_made',
        table: 'referral',
        key: 'referral_id',
        keyType: 'bigint',
        membership: 'referrer_membership_no',
        unless: ({ SurvivorId, MergedId }) => sql`r.customer_id in (${SurvivorId}, ${MergedId})`,
      },
    ],
  },
  personal: {
    tables: [
      {
        table: 'referral',
        part: 'Points',
        rows: 'r.customer_id = any($1::bigint[]) or r.referrer_membership_no = any($2::text[])',
        hides: 'flags decision_remark customer_id referrer_membership_no decided_by',
        dots: 'decision_remark',
        keeps: 'referrer_membership_no status flags qualify_until approve_from decided_by void_reason',
        auditKept: true,
      },
    ],
  },
}
