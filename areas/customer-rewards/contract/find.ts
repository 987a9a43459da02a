import { z } from 'zod'
import { LimitPeriod, RewardType } from '#areas/rewards/contract/rewards.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { DateOnly, Decimal, Id, membershipNumber, orDefault, Points, upperFilter, YN } from '#kit/contract/fields.ts'
import { pageFields, pageOf, pageQuery } from '#kit/contract/page.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { CustomerRewardDetail, Day, RewardNotice } from './customer-reward.ts'
import { about, InvoiceNo, lookedUp, oneNamed, opens, ReferenceCode } from './naming.ts'
import { counterRoles } from './roles.ts'
import { CustomerRewardStatus, Obstacle } from './statuses.ts'

// LOOKING.

export const listCustomerRewards = read({
  path: '/reward/customer-rewards/find-all',
  access: { role: [...counterRoles, 'Member Point Statement', 'Point Expiry Reward'] },
  scope: noRow(
    'own outlet',
    row('membership', 'Search.MembershipNo', 'looked up'),
    row('customer', 'Search.CustomerId', 'looked up'),
  ),
  about: ['customer reward', 'membership'],
  summary:
    'What members of your outlet hold and held (HQ: all), the newest first; a full membership number is served at every outlet',
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
      /** Y: Premium Gifts that wait to be collected; N: rewards that wait to be claimed. */
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
  access: { role: [...counterRoles, 'Member Point Statement', 'Point Expiry Reward'] },
  scope: lookedUp,
  about,
  summary: 'One reward of a member, with the reward and the customer',
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
  },
  scope: opens,
  about: [],
  summary:
    'A reward by its reference code (or the reward’s own code) and an identifier of its customer; opens the customer to the session and says what the act would do',
  body: oneNamed({ Act: z.enum(['claim', 'collect', 'cancelClaim', 'cancelRedeem', 'cancelCollect']), InvoiceNo }),
  reply: CustomerRewardDetail.extend({
    /** What the member may spend now, and after the act. */
    Available: Points,
    AvailableAfter: Points,
    /** How many vouchers of its type and value there are; null where it has none. */
    VouchersLeft: z.int().nullable(),
    Obstacle: Obstacle.nullable(),
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
  /** At the caller’s outlet, head office’s pool included; null where nothing is counted. */
  StockHere: z.int().nullable(),
  /** Where else there is some. */
  StockAt: z.array(z.strictObject({ OutletCode: z.string(), Available: z.int() })),
  /** Points that are lacking; 0 where they suffice. */
  MissingPoints: Points,
  /** Why it cannot be redeemed now; null: it can. */
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
  access: { role: [...counterRoles] },
  scope: rows(row('membership', 'MembershipNo', 'looked up')),
  about,
  summary:
    'The rewards that a member could redeem today, what can be redeemed first; only those that take points unless all are asked for',
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
