import { z } from 'zod'
import { MaskedIdNo } from '#areas/customers/contract/customer-fields.ts'
import { RewardStatus, RewardType } from '#areas/rewards/contract/rewards.ts'
import { Decimal, Id, Instant, PersonName, Points, Version, YN } from '#kit/contract/fields.ts'
import { CustomerRewardStatus } from './statuses.ts'

/** The customer field by which staff identify the customer when handing over a reward. */
export const Identifier = z.enum(['MembershipNo', 'IdNo', 'ContactNo', 'Email'])
export type Identifier = z.infer<typeof Identifier>

/** A warning that accompanies a successful change. */
export const RewardNotice = z.enum(['Customer is not Active'])

export const RewardDate = z.string().meta({ format: 'date' })

export const CustomerReward = z.strictObject({
  ReferenceCode: z.string(),
  RewardId: Id,
  RewardCode: z.string(),
  RewardName: z.string(),
  Type: RewardType,
  Status: CustomerRewardStatus,
  CustomerId: Id,
  MembershipNo: z.string(),
  FullName: PersonName,
  RegisteredOutletCode: z.string(),
  /** The member gets the reward only once for this period: for example a year, a month or an invoice. */
  Period: z.string().nullable(),
  /** Points deducted by the redemption, or by the claim if DeductPointInClaimYN is Y. */
  Points,
  /** Y: the points are deducted and have not been refunded. */
  PointsTakenYN: YN,
  IsBirthdayPointDeduct: YN,
  DeductPointInClaimYN: YN,
  CashTopUp: Decimal,
  VoucherType: z.string().nullable(),
  VoucherValue: Decimal.nullable(),
  MinimumSpend: Decimal.nullable(),
  ValidityFrom: RewardDate,
  ValidityTo: RewardDate,
  Remarks: z.string().nullable(),
  InvoiceNo: z.string().nullable(),
  VoucherNo: z.string().nullable(),
  /** The masked security code; `showClaimedCode` in contract/claimed-code.ts returns the full code. */
  SecurityCode: z.string().nullable(),
  /** Outlet of the reserved or issued item; null for head office’s pool and for rewards without stock records. */
  StockOutletCode: z.string().nullable(),
  RedeemedById: Id.nullable(),
  RedeemedByName: PersonName.nullable(),
  RedeemedOutletCode: z.string().nullable(),
  RedeemedDate: Instant,
  ClaimedById: Id.nullable(),
  ClaimedByName: PersonName.nullable(),
  ClaimedOutletCode: z.string().nullable(),
  ClaimedDate: Instant.nullable(),
  CollectedById: Id.nullable(),
  CollectedByName: PersonName.nullable(),
  /** Before the collection, the outlet at which the member wants to collect the reward. */
  CollectedOutletCode: z.string().nullable(),
  CollectedDate: Instant.nullable(),
  CancelledById: Id.nullable(),
  CancelledByName: PersonName.nullable(),
  CancelledOutletCode: z.string().nullable(),
  CancelledDate: Instant.nullable(),
  ImageUrl: z.string().nullable(),
  Version,
  CreatedAt: Instant,
  UpdatedAt: Instant,
})
export type CustomerReward = z.infer<typeof CustomerReward>

export const CustomerRewardDetail = CustomerReward.extend({
  Reward: z.strictObject({
    RewardId: Id,
    Code: z.string(),
    Name: z.string(),
    Type: RewardType,
    Status: RewardStatus,
    Terms: z.string().nullable(),
    RequiresInvoiceYN: YN,
    HonourOutstandingYN: YN,
  }),
  Customer: z.strictObject({
    CustomerId: Id,
    FullName: PersonName,
    IdNo: MaskedIdNo.nullable(),
    ContactNo: z.string().nullable(),
    Email: z.string().nullable(),
    Status: z.string(),
    CustomerMemberships: z.array(z.strictObject({ MembershipNo: z.string(), Status: z.string() })),
  }),
})
export type CustomerRewardDetail = z.infer<typeof CustomerRewardDetail>

/** Reply of a change: the changed customer reward, the member’s available points, and warnings. */
export const ChangedReward = CustomerReward.extend({ Available: Points, Notices: z.array(RewardNotice) })
export type ChangedReward = z.infer<typeof ChangedReward>
