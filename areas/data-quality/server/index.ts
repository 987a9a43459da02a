// What other areas may ask of data quality.

export { reactivateByPurchase } from './archive/reactivate-member.ts'
export { countsOf } from './issues.ts'
