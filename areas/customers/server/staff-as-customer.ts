import { sql } from 'kysely'
import type { CustomerOfStaff } from '#areas/staff/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'
import { mainMembershipJoin } from './customer-rows.ts'

/** Finds the customer record of a staff member. A merged record is replaced by its survivor. */
export const staffCustomerLookup: ServerArea['staffAsCustomer'] = {
  async of(ctx, StaffId) {
    const { rows } = await sql<CustomerOfStaff>`
      select main_membership.membership_no as own_membership_no, customer.full_name as own_customer_name
      from staff join customer on customer.customer_id = surviving_customer(staff.own_customer_id) ${mainMembershipJoin}
      where staff.staff_id = ${StaffId}`.execute(ctx.db)
    return rows[0]
  },
  async named(ctx, MembershipNo) {
    const { rows } = await sql<{ OwnCustomerId: number }>`
      select customer.customer_id as own_customer_id from membership join customer using (customer_id)
      where membership_no = surviving_membership(${MembershipNo}) and membership.status <> 'Deleted' for key share of customer`.execute(
      ctx.db,
    )
    return rows[0]
  },
}
