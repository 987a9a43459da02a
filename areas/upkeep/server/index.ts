// What other areas may ask of upkeep.

export { reactivateByPurchase } from './archive/reactivate-member.ts'
