import { z } from 'zod'
import { CustomerRewardStatus } from '#areas/customer-rewards/contract/statuses.ts'
import { RewardType } from '#areas/rewards/contract/rewards.ts'
import { DateOnly, Instant, membershipFilter, PersonName, Points, upperCaseFilter } from '#kit/contract/fields.ts'
import { customerReportColumns } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'
import { declareTotals } from '../contract/totals.ts'

/** Fields for the person, outlet and time of an action on a reward. */
const actionFields = <const Action extends string>(action: Action) =>
  ({
    [`${action}By`]: PersonName.nullable(),
    [`${action}OutletCode`]: z.string().nullable(),
    [`${action}Date`]: Instant.nullable(),
  }) as unknown as Record<`${Action}By`, z.ZodNullable<typeof PersonName>> &
    Record<`${Action}OutletCode`, z.ZodNullable<z.ZodString>> &
    Record<`${Action}Date`, z.ZodNullable<typeof Instant>>

const row = {
  ReferenceCode: z.string(),
  RewardCode: z.string(),
  RewardName: z.string(),
  Type: RewardType,
  ...customerReportColumns,
  Status: CustomerRewardStatus,
  Points,
  ValidityFrom: DateOnly,
  ValidityTo: DateOnly,
  ...actionFields('Redeemed'),
  ...actionFields('Claimed'),
  ...actionFields('Collected'),
  ...actionFields('Cancelled'),
  /** Last four characters of the voucher number; the other characters are masked. */
  VoucherNo: z.string().nullable(),
  InvoiceNo: z.string().nullable(),
  Remarks: z.string().nullable(),
}

export const customerRewardStatusReport = declareReport('customerRewardStatus', {
  summary: 'Rewards of members with their status and who redeemed, claimed, collected or cancelled them',
  filters: {
    /** First day on which the listed rewards were issued; CreatedTo is the last day. */
    CreatedFrom: DateOnly,
    CreatedTo: DateOnly,
    OutletCode: upperCaseFilter,
    RewardCode: upperCaseFilter,
    Type: RewardType,
    Status: CustomerRewardStatus,
    MembershipNo: membershipFilter,
    ClaimedFrom: DateOnly,
    ClaimedTo: DateOnly,
    CollectedFrom: DateOnly,
    CollectedTo: DateOnly,
    CancelledFrom: DateOnly,
    CancelledTo: DateOnly,
    ExpiringFrom: DateOnly,
    ExpiringTo: DateOnly,
  },
  dates: ['CreatedFrom', 'CreatedTo'],
  named: ['MembershipNo'],
  row,
  key: 'ReferenceCode',
  totals: { Rewards: z.int(), Active: z.int(), HandedOver: z.int(), Cancelled: z.int(), Expired: z.int(), Points },
  sort: listSortableColumns(row, 'RedeemedDate'),
  about: ['customer reward', 'customer'],
})

export const customerRewardTotalsReport = declareTotals('customerRewardTotals', customerRewardStatusReport, {
  summary: 'Returns the number of rewards issued between two days and their points, by status, reward or type',
  by: z.enum(['Status', 'Reward', 'Type']),
})
