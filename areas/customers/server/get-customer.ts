import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract/customers.ts'
import { readCustomerView } from './customer-rows.ts'

/** Returns the customer view. Any outlet may open any customer, but only head office may open deleted customers. */
export async function getCustomer(ctx: Ctx, { CustomerId }: Input<typeof contract.getCustomer>) {
  const view = await readCustomerView(ctx, CustomerId)
  if (view.Status === 'Deleted' && !ctx.actor.isHQ) throw contract.customerRefusals.notFound()
  return view
}
