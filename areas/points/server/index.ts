// What other areas may ask of the ledger.

export { balanceOf, expiriesOf } from './rows.ts'
