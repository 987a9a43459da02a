// Functions of the area `staff` that other areas use.

export type { CustomerOfStaff } from './people/own-customer.ts'
export { findWorkplaceIds, refuseContactOfOtherStaff } from './people/person-rows.ts'
