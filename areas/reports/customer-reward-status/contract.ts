import { z } from 'zod'
import { CustomerRewardStatus } from '#areas/customer-rewards/contract/statuses.ts'
import { RewardType } from '#areas/rewards/contract/rewards.ts'
import { DateOnly, Instant, membershipFilter, PersonName, Points, upperFilter } from '#kit/contract/fields.ts'
import { customerColumns } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'
import { totalsOf } from '../contract/totals.ts'

/** Who did it, where and when. */
const done = <const Act extends string>(act: Act) =>
  ({
    [`${act}By`]: PersonName.nullable(),
    [`${act}OutletCode`]: z.string().nullable(),
    [`${act}Date`]: Instant.nullable(),
  }) as unknown as Record<`${Act}By`, z.ZodNullable<typeof PersonName>> &
    Record<`${Act}OutletCode`, z.ZodNullable<z.ZodString>> &
    Record<`${Act}Date`, z.ZodNullable<typeof Instant>>

const row = {
  ReferenceCode: z.string(),
  RewardCode: z.string(),
  RewardName: z.string(),
  Type: RewardType,
  ...customerColumns,
  Status: CustomerRewardStatus,
  Points,
  ValidityFrom: DateOnly,
  ValidityTo: DateOnly,
  ...done('Redeemed'),
  ...done('Claimed'),
  ...done('Collected'),
  ...done('Cancelled'),
  /** Its last four characters. */
  VoucherNo: z.string().nullable(),
  InvoiceNo: z.string().nullable(),
  Remarks: z.string().nullable(),
}

export const customerRewardStatus = report('customerRewardStatus', {
  summary: 'Rewards that members were given, with their status and who redeemed, claimed, collected or cancelled them',
  filters: {
    /** When they were given. */
    CreatedFrom: DateOnly,
    CreatedTo: DateOnly,
    OutletCode: upperFilter,
    RewardCode: upperFilter,
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
  sort: sortable(row, 'RedeemedDate'),
  about: ['customer reward', 'customer'],
})

export const customerRewardTotals = totalsOf('customerRewardTotals', customerRewardStatus, {
  summary: 'How many rewards were given between two days and for how many points, by status, reward or type',
  by: z.enum(['Status', 'Reward', 'Type']),
})
