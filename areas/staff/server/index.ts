// Functions of the area `staff` that other areas use.

export type { OwnCustomer } from './people/own-customer.ts'
