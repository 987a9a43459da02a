import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { membershipRoutes } from './server/routes.ts'

export const memberships: ServerArea = {
  name: 'memberships',
  routes: membershipRoutes,
  merge: {
    written: {
      'membership.customer_id': 'a membership in a card group that the survivor lacks goes over itself',
      'membership.merged_into_membership_no': 'keeps the number as an alias',
    },
  },
  histories: {
    Membership: {
      hidden: (id) => sql`select from membership where membership_no = ${id} and status = 'Deleted'`,
    },
  },
}
