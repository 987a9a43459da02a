import { z } from 'zod'
import { CustomerRewardStatus } from '#areas/customer-rewards/contract/statuses.ts'
import { DateOnly, Instant, PersonName, Points, upperFilter, YN } from '#kit/contract/fields.ts'
import { customerColumns } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'
import { totalsOf } from '../contract/totals.ts'

const row = {
  ReferenceCode: z.string(),
  RewardCode: z.string(),
  RewardName: z.string(),
  ...customerColumns,
  Points: Points,
  /** At the price of the birthday month. */
  BirthdayPriceYN: YN,
  RedeemedDate: Instant,
  RedeemedOutletCode: z.string().nullable(),
  RedeemedBy: PersonName.nullable(),
  CollectedOutletCode: z.string().nullable(),
  CollectedDate: Instant.nullable(),
  CollectedBy: PersonName.nullable(),
  /** Until it was collected, or until today. */
  DaysWaiting: z.int().nullable(),
  InvoiceNo: z.string().nullable(),
  Status: CustomerRewardStatus,
}

export const premiumGift = report('premiumGift', {
  summary:
    'Premium gifts that were redeemed between two days: what was paid, where they are collected, and which still wait',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    CollectedFrom: DateOnly,
    CollectedTo: DateOnly,
    RewardCode: upperFilter,
    /** At which they were redeemed. */
    OutletCode: upperFilter,
    CollectOutletCode: upperFilter,
    Status: CustomerRewardStatus,
  },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'ReferenceCode',
  totals: { Redeemed: z.int(), Collected: z.int(), Waiting: z.int(), Cancelled: z.int(), Points: Points },
  sort: sortable(row, 'RedeemedDate'),
  about: ['customer reward', 'customer'],
})

export const premiumGiftTotals = totalsOf('premiumGiftTotals', premiumGift, {
  summary: 'Premium gifts that were redeemed between two days, by reward or outlet, and how many are left',
  by: z.enum(['Reward', 'Outlet']),
  /** What may still be promised, as of now. */
  beside: { StockLeft: z.int() },
})
