import { sql } from 'kysely'
import { CustomerStatus } from '#areas/customers/contract/customers.ts'
import { normaliseMembershipNo } from '#areas/customers/contract/membership-no.ts'
import { findOutstandingPoints, lockCustomer } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import type * as contract from '../contract/memberships.ts'
import { membershipRefusals as refusals } from '../contract/memberships.ts'
import { readMembership } from './get-membership.ts'
import { findCustomerOfMembership, lockMembership } from './lock-membership.ts'

/** Marks a membership as Deleted. Refuses the customer's only membership, and memberships with points. */
export async function deleteMembership(ctx: Ctx, { MembershipNo: typed }: Input<typeof contract.deleteMembership>) {
  const customer = await lockCustomer(ctx, await findCustomerOfMembership(ctx, typed))
  const { MembershipNo, ...membership } = await lockMembership(ctx, typed)
  if (membership.Status === 'Merged') throw refusals.notEditable({ Status: membership.Status })
  const Points = await findOutstandingPoints(ctx, sql`membership_no = ${MembershipNo}`)
  if (Points !== undefined) throw refusals.hasPoints({ Points })
  const otherMembership = await ctx.db
    .selectFrom('Membership')
    .select('MembershipNo')
    .where('CustomerId', '=', customer.CustomerId)
    .where('MembershipNo', '<>', MembershipNo)
    .where('Status', 'not in', ['Deleted', 'Merged'])
    .limit(1)
    .executeTakeFirst()
  if (!otherMembership) throw refusals.lastOne()

  await ctx.db
    .updateTable('Membership')
    .set({ Status: 'Deleted', Version: membership.Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('MembershipNo', '=', MembershipNo)
    .execute()

  ctx.audit(
    'Delete Membership',
    'Membership',
    MembershipNo,
    `Delete Membership in Membership. MembershipNo - ${MembershipNo}`,
  )
  return readMembership(ctx, MembershipNo)
}

/** Undoes the deletion of a membership within 30 seconds. One that was deleted with its customer is restored with it. */
export async function restoreMembership(ctx: Ctx, { MembershipNo: typed }: Input<typeof contract.restoreMembership>) {
  const MembershipNo = normaliseMembershipNo(typed)
  const membership = await ctx.db
    .selectFrom('Membership')
    .innerJoin('Customer', 'Customer.CustomerId', 'Membership.CustomerId')
    .select(['Membership.Status', 'Membership.Version', 'Membership.UpdatedAt', 'Customer.Status as CustomerStatus'])
    .where('MembershipNo', '=', MembershipNo)
    .forUpdate('Membership')
    .executeTakeFirst()
  if (!membership || membership.CustomerStatus === 'Deleted') throw refusals.notFound()
  if (membership.Status !== 'Deleted') throw refusals.notDeleted({ Status: membership.Status })
  refuseLateUndo(ctx, membership.UpdatedAt, refusals.undoOver)

  const Status = CustomerStatus.parse(await statusBeforeDelete(ctx, 'Membership', MembershipNo))
  await ctx.db
    .updateTable('Membership')
    .set({ Status, Version: membership.Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('MembershipNo', '=', MembershipNo)
    .execute()
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'membership_one_active' ? refusals.alreadyActive() : error
    })

  ctx.audit(
    'Restore Membership',
    'Membership',
    MembershipNo,
    `Restore Membership in Membership. MembershipNo - ${MembershipNo}`,
  )
  return readMembership(ctx, MembershipNo)
}
