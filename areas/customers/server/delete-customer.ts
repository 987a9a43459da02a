import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { publish } from '#kit/server/events.ts'
import * as contract from '../contract/customers.ts'
import { readCustomer } from './customer-rows.ts'
import { customerDeleted } from './events.ts'
import { lockCustomer } from './lock-customer.ts'

/** Marks a customer as Deleted with the memberships. Whoever has points or owes some is archived instead. */
export async function deleteCustomer(ctx: Ctx, { CustomerId }: Input<typeof contract.deleteCustomer>) {
  const customer = await lockCustomer(ctx, CustomerId)
  if (customer.Status === 'Merged') throw contract.refusals.notEditable({ Status: customer.Status })
  const { rows } = await sql<{ Points: number }>`
    select balance.points from point_balance balance join membership using (membership_no)
    where membership.customer_id = ${CustomerId} and (balance.lots_remaining <> 0 or balance.arrears <> 0)`.execute(
    ctx.db,
  )
  if (rows[0]) throw contract.refusals.hasPoints({ Points: rows[0].Points })

  await ctx.db
    .updateTable('Customer')
    .set({ Status: 'Deleted', Version: customer.Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('CustomerId', '=', CustomerId)
    .execute()
  await publish(ctx, customerDeleted, { CustomerId })

  ctx.audit('Delete Customer', 'Customer', CustomerId, `Delete Customer in Customer. CustomerId - ${CustomerId}`)
  return readCustomer(ctx, CustomerId)
}
