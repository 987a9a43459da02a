import { z } from 'zod'
import { MaskedIdNo } from '#areas/customers/contract/customer-fields.ts'
import { RewardStatus, RewardType } from '#areas/rewards/contract/rewards.ts'
import { Decimal, Id, Instant, PersonName, Points, Version, YN } from '#kit/contract/fields.ts'
import { CustomerRewardStatus } from './statuses.ts'

// WHAT A MEMBER HOLDS OF THE REWARDS, and how it may change.

/** By what of the customer a reward is handed over. */
export const Identifier = z.enum(['MembershipNo', 'IdNo', 'ContactNo', 'Email'])
export type Identifier = z.infer<typeof Identifier>

/** What is said beside a change that was made, and does not stop it. */
export const RewardNotice = z.enum(['Customer is not Active'])

export const Day = z.string().meta({ format: 'date' })

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
  /** What it was given for, where it is given once for that: a year, a month, an invoice. */
  Period: z.string().nullable(),
  /** What it takes: at redeem, or when it is claimed. */
  Points,
  /** Y: these points are taken and not given back. */
  PointsTakenYN: YN,
  IsBirthdayPointDeduct: YN,
  DeductPointInClaimYN: YN,
  CashTopUp: Decimal,
  VoucherType: z.string().nullable(),
  VoucherValue: Decimal.nullable(),
  MinimumSpend: Decimal.nullable(),
  ValidityFrom: Day,
  ValidityTo: Day,
  Remarks: z.string().nullable(),
  InvoiceNo: z.string().nullable(),
  VoucherNo: z.string().nullable(),
  /** Always masked; the user who has just claimed it reads it by `showClaimedCode` (contract/claimed-code.ts). */
  SecurityCode: z.string().nullable(),
  /** Where one of it is reserved or was issued; null: head office’s pool, or stock that nobody counts. */
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
  /** Until it is collected: where the member wants to collect it. */
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

/** What a change answers: the reward as it stands now, what the member may spend now, and what is to be said beside it. */
export const Changed = CustomerReward.extend({ Available: Points, Notices: z.array(RewardNotice) })
export type Changed = z.infer<typeof Changed>
