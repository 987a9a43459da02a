import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { staffSettableStatuses } from '../../contract/customers.ts'
import { membershipRefusals as refusals } from '../../contract/memberships.ts'

// These functions give memberships the status of their customer. The caller has locked the customer.

type Move = (typeof staffSettableStatuses)[number]

/** Sets the status of those memberships of a customer that are not archived, merged or deleted. */
export async function updateMembershipStatuses(ctx: Ctx, { CustomerId, Status }: { CustomerId: number; Status: Move }) {
  await sql`update membership set status = ${Status}, version = version + 1, updated_by_id = ${ctx.actor.userId}, updated_at = ${ctx.now}
    where customer_id = ${CustomerId} and status in ('Active', 'Inactive', 'Suspended') and status <> ${Status}`
    .execute(ctx.db)
    .catch((error: { constraint?: string }) => {
      // A customer can have only one Active membership in each card group.
      throw error.constraint === 'membership_one_active' ? refusals.alreadyActive() : error
    })
}

export async function deleteMemberships(ctx: Ctx, { CustomerId }: { CustomerId: number }) {
  await sql`update membership set status = 'Deleted', version = version + 1, updated_by_id = ${ctx.actor.userId}, updated_at = ${ctx.now}
    where customer_id = ${CustomerId} and status not in ('Deleted', 'Merged')`.execute(ctx.db)
}

/**
 * Restores the previous status of the memberships that were deleted together with the customer.
 * Memberships that were deleted before the customer stay deleted.
 */
export async function restoreMemberships(
  ctx: Ctx,
  { CustomerId, DeletedAt }: { CustomerId: number; DeletedAt: string },
) {
  await sql`
    update membership set version = version + 1, updated_by_id = ${ctx.actor.userId}, updated_at = ${ctx.now},
      status = coalesce((
        select previous_info from audit_record
        where object_type = 'Membership' and object_id = membership.membership_no
          and updated_field_name = 'Status' and updated_info = 'Deleted'
        order by audited_at desc, audit_record_id desc limit 1), 'Inactive')
    where customer_id = ${CustomerId} and status = 'Deleted' and updated_at = ${DeletedAt}`
    .execute(ctx.db)
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'membership_one_active' ? refusals.alreadyActive() : error
    })
}

/** Archives those memberships of a customer that staff may change. Returns the previous status of each. */
export async function archiveMemberships(ctx: Ctx, CustomerId: number): Promise<Record<string, Move>> {
  const { rows } = await sql<{ MembershipNo: string; Before: Move }>`
    update membership set status = 'Archived', version = version + 1, updated_by_id = ${ctx.actor.userId}, updated_at = ${ctx.now}
    from (
      select membership_no, status from membership
      where customer_id = ${CustomerId} and status in ('Active', 'Inactive', 'Suspended') order by membership_no for update
    ) earlier
    where membership.membership_no = earlier.membership_no
    returning membership.membership_no, earlier.status as before`.execute(ctx.db)
  return Object.fromEntries(rows.map(({ MembershipNo, Before }) => [MembershipNo, Before]))
}

/** Reactivates archived memberships, each with the given status. */
export async function reactivateMemberships(ctx: Ctx, CustomerId: number, statuses: Record<string, Move>) {
  await sql`
    update membership set version = version + 1, updated_by_id = ${ctx.actor.userId}, updated_at = ${ctx.now}, status = earlier.value
    from jsonb_each_text(${JSON.stringify(statuses)}::jsonb) earlier
    where membership.membership_no = earlier.key and membership.customer_id = ${CustomerId} and membership.status = 'Archived'`
    .execute(ctx.db)
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'membership_one_active' ? refusals.alreadyActive() : error
    })
}
