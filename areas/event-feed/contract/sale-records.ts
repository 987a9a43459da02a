import { CustomerReward } from '#areas/customer-rewards/contract.ts'
import { History } from '#areas/points/contract.ts'
import { Detail, Summary } from '#areas/sales/contract/transaction.ts'
import { Instant } from '#kit/contract/fields.ts'

// Records of sales, lines, ledger entries and rewards as programs copy them.
// A record has only what is stored with it: a name from another record would change without a change of this one.

export const SaleRecord = Summary.omit({
  CustomerName: true,
  BonusPoints: true,
  PointsMoved: true,
  PointsPending: true,
}).extend({ CreatedAt: Instant })

export const LineRecord = Detail.omit({ ProductGroupName: true })

export const LedgerRecord = History.omit({ StaffName: true })

export const RewardRecord = CustomerReward.omit({
  RewardCode: true,
  RewardName: true,
  FullName: true,
  RegisteredOutletCode: true,
  SecurityCode: true,
  StockOutletCode: true,
  RedeemedByName: true,
  ClaimedByName: true,
  CollectedByName: true,
  CancelledByName: true,
  ImageUrl: true,
})
