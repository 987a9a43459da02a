import { z } from 'zod'
import { LimitPeriod, RewardType } from '#areas/rewards/contract/rewards.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { DateOnly, Decimal, Id, membershipNumber, orDefault, Points, upperFilter, YN } from '#kit/contract/fields.ts'
import { pageFields, pageOf, pageQuery } from '#kit/contract/page.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { CustomerRewardDetail, Day, RewardNotice } from './customer-reward.ts'
import { about, InvoiceNo, identifiedReward, lookedUp, opens, ReferenceCode } from './naming.ts'
import { counterRoles } from './roles.ts'
import { Blocker, CustomerRewardStatus } from './statuses.ts'

// LISTS AND LOOK-UPS.

export const listCustomerRewards = read({
  path: '/reward/customer-rewards/find-all',
  access: { role: [...counterRoles, 'Member Point Statement', 'Point Expiry Reward'], system: 'rewards:read' },
  scope: noRow(
    'own outlet',
    row('membership', 'Search.MembershipNo', 'looked up'),
    row('customer', 'Search.CustomerId', 'looked up'),
  ),
  about: ['customer reward', 'membership'],
  summary:
    'Lists customer rewards of the caller’s outlet (HQ: all), newest first; a full membership number finds them at every outlet',
  body: pageQuery(
    {
      MembershipNo: membershipNumber,
      CustomerId: Id,
      ReferenceCode: upperFilter,
      RewardId: Id,
      RewardCode: upperFilter,
      Type: RewardType,
      Status: CustomerRewardStatus,
      OutletCode: upperFilter,
      /** Y: Premium Gifts to be collected; N: rewards to be claimed. */
      CollectYN: YN,
      InvoiceNo: upperFilter,
      VoucherNo: upperFilter,
      RedeemedFrom: DateOnly,
      RedeemedTo: DateOnly,
      ValidFrom: DateOnly,
      ValidTo: DateOnly,
    },
    { rows: 10, sort: ['CreatedAt', 'ValidityTo', 'RedeemedDate', 'Status', 'ReferenceCode'], direction: 'DESC' },
  ),
  reply: pageOf(CustomerRewardDetail),
})

export const getCustomerReward = read({
  path: '/reward/customer-rewards/find-one',
  access: { role: [...counterRoles, 'Member Point Statement', 'Point Expiry Reward'], system: 'rewards:read' },
  scope: lookedUp,
  about,
  summary: 'Returns one customer reward with its reward and customer',
  body: z.strictObject({ ReferenceCode }),
  reply: CustomerRewardDetail,
})

export const lookupCustomerReward = change({
  path: '/reward/customer-rewards/lookup',
  access: {
    role: [
      'Claim Rewards',
      'Collect Rewards',
      'Cancel Redeem Rewards',
      'Cancel Claim Rewards',
      'Cancel Collect Rewards',
    ],
    system: 'rewards:read',
  },
  scope: opens,
  about: [],
  summary:
    'Finds a customer reward by its reference code (or the code of the reward) and an identifier of the customer; opens the customer to the session and previews the action',
  body: identifiedReward({
    Act: z.enum(['claim', 'collect', 'cancelClaim', 'cancelRedeem', 'cancelCollect']),
    InvoiceNo,
  }),
  reply: CustomerRewardDetail.extend({
    /** The member’s available points now, and after the action. */
    Available: Points,
    AvailableAfter: Points,
    /** Unassigned vouchers of its type and value; null if the reward has no voucher. */
    VouchersLeft: z.int().nullable(),
    Obstacle: Blocker.nullable(),
    Notices: z.array(RewardNotice),
  }),
})

export const EligibleReward = z.strictObject({
  RewardId: Id,
  Code: z.string(),
  Name: z.string(),
  Description: z.string().nullable(),
  Terms: z.string().nullable(),
  Type: RewardType,
  PointDeduct: Points,
  BirthdayPointDeduct: Points.nullable(),
  /** Y: the birthday price can be used today. */
  BirthdayYN: YN,
  CashTopUp: Decimal,
  ValidTo: Day.nullable(),
  PerMemberLimit: z.int().nullable(),
  PerMemberPeriod: LimitPeriod,
  CollectWithinDays: z.int(),
  ImageUrl: z.string().nullable(),
  /** At the caller’s outlet, including head office’s pool; null if the reward has no stock records. */
  StockHere: z.int().nullable(),
  /** Other outlets with stock. */
  StockAt: z.array(z.strictObject({ OutletCode: z.string(), Available: z.int() })),
  /** Points that the member lacks; 0 if they suffice. */
  MissingPoints: Points,
  /** Why it cannot be redeemed now; null if it can. */
  Obstacle: z
    .enum([
      'notRedeemable',
      'notActive',
      'notEnough',
      'noStock',
      'memberLimit',
      'limitReached',
      'notForMember',
      'notHere',
    ])
    .nullable(),
})
export type EligibleReward = z.infer<typeof EligibleReward>

export const listEligibleRewards = read({
  path: '/reward/customer-rewards/eligible',
  access: { role: [...counterRoles], system: 'rewards:read' },
  scope: rows(row('membership', 'MembershipNo', 'looked up')),
  about,
  summary: 'Rewards for a member today, redeemable ones first; only those that cost points unless all are requested',
  body: z.strictObject({
    MembershipNo: membershipNumber,
    /** Y: rewards of every type, also those that take no points. */
    AllYN: orDefault(YN.default('N')),
    ...pageFields(20),
  }),
  reply: z.strictObject({
    MembershipNo: z.string(),
    CustomerId: Id,
    Available: Points,
    Notices: z.array(RewardNotice),
    count: z.int(),
    rows: z.array(EligibleReward),
  }),
})
