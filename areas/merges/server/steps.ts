import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { MergeMapping } from './move-rows.ts'
import type { MergedCustomersSnapshot } from './people.ts'

// The steps in this file are shared by a merge and its undo.

/** Locks referrals, then balances by number. Sales were locked before, as in returns and the nightly batch. */
export async function lockLedgersOfMerge(ctx: Ctx, { SurvivorId, MergedId, all }: MergeMapping) {
  await sql`select from referral where customer_id in (${SurvivorId}, ${MergedId}) or referrer_membership_no = any(${all}) order by referral_id for update`.execute(
    ctx.db,
  )
  await sql`insert into point_balance (membership_no) select number from unnest(${all}::text[]) number on conflict do nothing`.execute(
    ctx.db,
  )
  await sql`select from point_balance where membership_no = any(${all}) order by membership_no, balance_type for update`.execute(
    ctx.db,
  )
}

/** Runs `work` with one audit record per statement instead of per row, because the merge stores the changed rows. */
export async function runWithBulkAudit(ctx: Ctx, MergeId: number, work: () => Promise<void>) {
  const origin = (change: ReturnType<typeof sql>) =>
    sql`select set_config('carat.origin', (audit_origin() ${change})::text, true)`.execute(ctx.db)
  await origin(sql`|| jsonb_build_object('bulk', ${`merge ${MergeId}`}::text)`)
  await work()
  await origin(sql`- 'bulk'`)
}

/**
 * Ends open referrals that the merge makes impossible.
 * A referral is impossible if customers would recommend themselves, or if a customer would have two referrers.
 */
export async function endReferralsOfMerged(ctx: Ctx, { SurvivorId, MergedId, all }: MergeMapping) {
  const { rows } = await sql<MergedCustomersSnapshot['Referrals'][number]>`
    with ending as (
      select referral_id, status from referral r
      where customer_id in (${SurvivorId}, ${MergedId}) and status in ('Pending', 'Qualified') and (
        referrer_membership_no = any(${all})
        or customer_id = ${MergedId} and exists (select from referral own where own.customer_id = ${SurvivorId} and own.status <> 'Rejected'))
      order by referral_id
    ),
    ended as (
      update referral r set status = 'Rejected', decision_remark = ${ENDED}, decided_at = ${ctx.now},
        decided_by_id = ${ctx.actor.userId}, decided_by = ${ctx.actor.name}
      from ending where r.referral_id = ending.referral_id
    )
    select referral_id, status from ending`.execute(ctx.db)
  return rows
}

/** Reopens the referrals that the merge had ended. */
export async function resumeReferralsOfMerged(ctx: Ctx, referrals: MergedCustomersSnapshot['Referrals']) {
  for (const { ReferralId, Status } of referrals)
    await sql`update referral set status = ${Status}, decision_remark = null, decided_at = null, decided_by_id = null, decided_by = null
      where referral_id = ${ReferralId} and status = 'Rejected' and decision_remark = ${ENDED}`.execute(ctx.db)
}

const ENDED = 'Ended by a merge'

/** Makes the oldest address primary for customers who have addresses but no primary address. */
export async function restoreAddressesAfterUnmerge(ctx: Ctx, customers: readonly number[]) {
  await sql`
    update customer_address set is_primary_yn = 'Y'
    where address_id in (select min(address_id) from customer_address where customer_id = any(${customers}) and status = 'Active' group by customer_id)
      and not exists (
        select from customer_address own where own.customer_id = customer_address.customer_id and own.is_primary_yn = 'Y' and own.status = 'Active')`.execute(
    ctx.db,
  )
}
