// What other areas may ask of the ledger.

export { pointsOf } from './points-of.ts'
export { balanceOf, expiriesOf, findBalance } from './rows.ts'
