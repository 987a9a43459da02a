import { z } from 'zod'
import { CustomerRewardStatus } from '#areas/customer-rewards/contract/statuses.ts'
import { DateOnly, Instant, PersonName, Points, upperCaseFilter, YN } from '#kit/contract/fields.ts'
import { customerReportColumns } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'
import { declareTotals } from '../contract/totals.ts'

const row = {
  ReferenceCode: z.string(),
  RewardCode: z.string(),
  RewardName: z.string(),
  ...customerReportColumns,
  Points: Points,
  /** Y: redeemed at the birthday price. */
  BirthdayPriceYN: YN,
  RedeemedDate: Instant,
  RedeemedOutletCode: z.string().nullable(),
  RedeemedBy: PersonName.nullable(),
  CollectedOutletCode: z.string().nullable(),
  CollectedDate: Instant.nullable(),
  CollectedBy: PersonName.nullable(),
  /** Number of days from the redemption to the collection, or to today if the gift is not collected. */
  DaysWaiting: z.int().nullable(),
  InvoiceNo: z.string().nullable(),
  Status: CustomerRewardStatus,
}

export const premiumGiftReport = declareReport('premiumGift', {
  summary: 'Lists premium gifts redeemed between two days with points, outlet of collection and status',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    CollectedFrom: DateOnly,
    CollectedTo: DateOnly,
    RewardCode: upperCaseFilter,
    /** Outlet at which the gift was redeemed. */
    OutletCode: upperCaseFilter,
    CollectOutletCode: upperCaseFilter,
    Status: CustomerRewardStatus,
  },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'ReferenceCode',
  totals: { Redeemed: z.int(), Collected: z.int(), Waiting: z.int(), Cancelled: z.int(), Points: Points },
  sort: listSortableColumns(row, 'RedeemedDate'),
  about: ['customer reward', 'customer'],
})

export const premiumGiftTotalsReport = declareTotals('premiumGiftTotals', premiumGiftReport, {
  summary: 'Lists premium gifts redeemed between two days by reward or outlet, with the remaining stock',
  by: z.enum(['Reward', 'Outlet']),
  /** Number of gifts that are available now. */
  extra: { StockLeft: z.int() },
})
