import { sql } from 'kysely'
import { staffSettableStatuses } from '#areas/customers/contract/customers.ts'
import {
  archiveCustomer,
  archiveMemberships,
  lockCustomer,
  readCustomerView,
  refuseCustomerWithOpenBusiness,
} from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import { equals } from '#kit/server/filters.ts'
import { readFirstRow } from '#kit/server/list.ts'
import { type archiveMember as endpoint, archiveRefusals as refusals } from '../../contract/archive.ts'
import { createInactiveMemberList, isInactiveCustomerSql, readArchiveMonths } from './inactive-members.ts'

/** Archives a customer with their memberships if the customer is still inactive. */
export async function archiveMember(ctx: Ctx, { CustomerId, Version, WithPointsYN, Remark }: Input<typeof endpoint>) {
  // A concurrent sale either commits before this lock and is activity, or waits and reactivates the customer.
  const customer = await lockCustomer(ctx, CustomerId)
  const before = staffSettableStatuses.find((status) => status === customer.Status)
  if (!before) throw refusals.notArchivable({ Status: customer.Status })
  if (customer.Version !== Version) throw staleVersionRefusal(await readCustomerView(ctx, CustomerId))
  const Months = await readArchiveMonths(ctx)
  const inactive = await readFirstRow(
    ctx,
    createInactiveMemberList(ctx, [equals('customer.customer_id', CustomerId), isInactiveCustomerSql(ctx, Months)]),
  )
  if (!inactive) throw refusals.stillActive({ Months })
  const { PointBalance, PointsOwed } = inactive
  if (WithPointsYN === 'N' && (PointBalance !== 0 || PointsOwed !== 0))
    throw refusals.hasPoints({ Points: PointBalance, Owed: PointsOwed })
  if (await hasPendingDecision(ctx, CustomerId)) throw refusals.somethingWaits()
  await refuseCustomerWithOpenBusiness(ctx, CustomerId)

  const archived = await archiveCustomer(ctx, customer)
  await ctx.db
    .insertInto('ArchivedMember')
    .values({
      CustomerId,
      CustomerStatus: before,
      Memberships: JSON.stringify(await archiveMemberships(ctx, CustomerId)),
      Points: PointBalance,
      Remark: Remark ?? null,
      ArchivedById: ctx.actor.userId,
      ArchivedBy: ctx.actor.name,
      ArchivedAt: ctx.now,
    })
    .execute()

  const reason = Remark ? `. ${Remark}` : ''
  ctx.audit(
    'Archive Member',
    'Customer',
    CustomerId,
    `Archive Member in Archive Member. CustomerId - ${CustomerId}${reason}`,
  )
  return archived
}

/** Returns true if a request about the customer is pending, because its approval would have no effect after archiving. */
async function hasPendingDecision(ctx: Ctx, CustomerId: number) {
  const { rows } = await sql`
    select from membership join approval using (membership_no) where customer_id = ${CustomerId} and approval.status = 'Pending'
    union all
    select from membership join membership_level_history history using (membership_no) where customer_id = ${CustomerId} and history.status = 'Pending'
    union all
    select from profile_updated_history where customer_id = ${CustomerId} and applied_yn = 'N' and reviewed_date is null
    union all
    select from customer where customer_id = ${CustomerId} and upgrade_pending_yn = 'Y'
    limit 1`.execute(ctx.db)
  return rows.length > 0
}
