import type { ServerArea } from '#kit/server/area.ts'

/** Area that owns the tables of buildings, departments and staff; the area `staff` has endpoints and pages. */
export const organisationServerArea: ServerArea = {
  name: 'organisation',
  routes: [],
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
