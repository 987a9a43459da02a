import { listCustomers as listCustomersCall } from '#areas/customers/contract/customers.ts'
import { memberCard as memberCardCall } from '#areas/memberships/contract/counter.ts'
import { serve } from '#kit/server/serve.ts'
import { listCustomers } from './list-customers.ts'
import { memberCard } from './member-card.ts'

/** The server's routes of this area, grouped by the area whose contract declares their endpoints. */
export const peopleRoutes = {
  customers: [serve(listCustomersCall, listCustomers)],
  memberships: [serve(memberCardCall, memberCard)],
}
