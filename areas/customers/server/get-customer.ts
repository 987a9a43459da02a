import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract/customers.ts'
import { readCustomerView } from './customer-rows.ts'

/** The customer view. Any outlet may open any customer, because guests visit any outlet; deleted ones are for HQ only. */
export async function getCustomer(ctx: Ctx, { CustomerId }: Input<typeof contract.getCustomer>) {
  const view = await readCustomerView(ctx, CustomerId)
  if (view.Status === 'Deleted' && !ctx.actor.isHQ) throw contract.refusals.notFound()
  return view
}
