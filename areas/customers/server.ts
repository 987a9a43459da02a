import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { amendmentsWaiting } from './server/amendments/list-amendments.ts'
import { customerRoutes } from './server/routes.ts'
import { customerRows } from './server/row-kinds.ts'

export const customers: ServerArea = {
  name: 'customers',
  routes: customerRoutes,
  rowKinds: customerRows,
  badges: { '/member/profile-amendment-review': amendmentsWaiting },
  merge: {
    moves: [
      { table: 'customer_address', key: 'address_id', keyType: 'bigint', customer: 'customer_id' },
      {
        table: 'customer_tag',
        key: 'tag_id',
        keyType: 'bigint',
        customer: 'customer_id',
        unless: ({ SurvivorId }) => sql`exists (
          select from customer_tag own where own.customer_id = ${SurvivorId} and upper(own.name) = upper(r.name) and own.status <> 'Deleted')`,
      },
      { table: 'profile_updated_history', key: 'history_id', keyType: 'bigint', customer: 'customer_id' },
    ],
    written: {
      'customer.merged_into_customer_id': 'leads from the merged record to the survivor',
      'customer.recommend_membership_no': 'points at the survivor; nobody recommends himself',
    },
    stays: {
      'customer_consent.customer_id': 'what was said was said; the stricter word is written for the survivor',
      'customer_access.customer_id': 'says who was looked up; the survivor is looked up anew',
    },
  },
  histories: {
    Customer: {
      parts: (
        id,
      ) => sql`select 'CustomerAddress', address_id::text from customer_address where customer_id::text = ${id}
        union all select 'CustomerConsent', consent_id::text from customer_consent where customer_id::text = ${id}`,
      hidden: (id) => sql`select from customer where customer_id::text = ${id} and status = 'Deleted'`,
    },
  },
}
