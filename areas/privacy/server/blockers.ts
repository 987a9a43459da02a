import { sql } from 'kysely'
import { customerRewardRefusals as rewardRefusals } from '#areas/customer-rewards/contract/refusals.ts'
import type { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { privacyRefusals } from '../contract.ts'
import { ERASURE_APPROVAL_KIND } from './names.ts'
import type { PersonRecords } from './person.ts'

/** Returns the blockers of an erasure: open business that must be completed first. */
export async function findErasureBlockers(ctx: Ctx, { customers, numbers }: PersonRecords): Promise<Refusal[]> {
  const blockers: Refusal[] = []
  const { rows } = await sql<{ What: string; Name: string; Detail: string }>`
    select 'request' as what, coalesce(membership_no, object_id) as name, kind as detail from approval
    where status = 'Pending' and kind <> ${ERASURE_APPROVAL_KIND}
      and (membership_no = any(${numbers}) or (object_type = 'Customer' and object_id = any(${customers.map(String)})))
    union all
    select 'sale', invoice_no, '' from transaction_summary where claimed_membership_no = any(${numbers}) and approval_status = 'Pending'
    union all
    select 'amendment', '', '' from profile_updated_history where customer_id = any(${customers}) and reviewed_date is null and applied_yn = 'N'
    union all
    select 'level', membership_no, '' from membership_level_history
    where membership_no = any(${numbers}) and (status = 'Pending' or status = 'Approved' and applied_at is null and lapsed_at is null)
    union all
    select 'rewards', count(*)::text, '' from customer_reward where customer_id = any(${customers}) and status = 'Active' having count(*) > 0
    union all
    select 'upgrade', '', '' from customer where customer_id = any(${customers}) and upgrade_pending_yn = 'Y'
    union all
    select 'voucher', v.voucher_no, '' from customer_reward c join voucher v using (voucher_no)
    where c.customer_id = any(${customers}) and c.status = 'Claimed' and v.used_at is null and v.expiry_date >= ${ctx.today}`.execute(
    ctx.db,
  )
  for (const { What, Name, Detail } of rows) {
    if (What === 'request') blockers.push(privacyRefusals.requested({ MembershipNo: Name, Kind: Detail }))
    if (What === 'sale') blockers.push(privacyRefusals.saleWaiting({ InvoiceNo: Name }))
    if (What === 'amendment') blockers.push(privacyRefusals.amendmentWaiting())
    if (What === 'level') blockers.push(privacyRefusals.levelWaiting({ MembershipNo: Name }))
    if (What === 'rewards') blockers.push(rewardRefusals.holdsRewards({ Count: Number(Name) }))
    if (What === 'upgrade') blockers.push(privacyRefusals.upgradeWaiting())
    if (What === 'voucher') blockers.push(privacyRefusals.voucherOpen({ VoucherNo: Name }))
  }
  return blockers
}
