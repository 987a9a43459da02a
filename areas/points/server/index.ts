// What other areas may ask of the ledger.

export { balanceOf, expiriesOf, findBalance } from './rows.ts'
