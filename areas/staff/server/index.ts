// Functions of the area `staff` that other areas use.

export type { CustomerOfStaff } from './people/own-customer.ts'
