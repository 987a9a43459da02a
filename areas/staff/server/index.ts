// The API of staff for other areas.

export type { OwnCustomer } from './people/own-customer.ts'
