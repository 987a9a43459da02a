// The functions of this area for other areas.

export type { OwnCustomer } from './people/own-customer.ts'
