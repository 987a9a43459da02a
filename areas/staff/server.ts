import { ofAccount } from '#areas/access/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'
import { peopleRefusals } from './contract/people.ts'
import { staffRoutes } from './server/routes.ts'

export const staff: ServerArea = {
  name: 'staff',
  routes: staffRoutes,
  rowKinds: {
    staff: ofAccount(
      'staff left join user_account account using (staff_id)',
      'staff.staff_id',
      peopleRefusals.notFound,
    ),
  },
  merge: {
    moves: [{ table: 'staff', key: 'staff_id', keyType: 'bigint', customer: 'own_customer_id' }],
  },
  personal: {
    tables: [
      {
        table: 'staff',
        part: 'Profile',
        rows: 'r.own_customer_id = any($1::bigint[])',
        hides: '*',
        because: 'is the record of an employee',
        clears: 'own_customer_id',
        keeps: 'full_name preferred_name job_title image email contact_no staff_type sales_person_code status',
        auditKept: true,
      },
    ],
  },
}
