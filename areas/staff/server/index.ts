// What other areas may ask of staff.

export type { OwnCustomer } from './people/own-customer.ts'
