import { z } from 'zod'
import { LimitPeriod, RewardType } from '#areas/rewards/contract/rewards.ts'
import { actingOutlet, actsAt } from '#kit/contract/acting-outlet.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  Decimal,
  fieldWithDefault,
  Id,
  membershipNumber,
  Points,
  upperCaseFilter,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply, pagingFields } from '#kit/contract/page.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { CustomerRewardDetail, RewardDate, RewardNotice } from './customer-reward.ts'
import {
  accessGrantingReferenceScope,
  InvoiceNo,
  lookedUpReferenceScope,
  ReferenceCode,
  rewardIdentificationBody,
  rowKindsOfRewardActions,
} from './naming.ts'
import { customerRewardRoles } from './roles.ts'
import { ActionBlocker, CustomerRewardStatus } from './statuses.ts'

export const listCustomerRewards = read({
  path: '/reward/customer-rewards/find-all',
  access: { role: [...customerRewardRoles, 'Member Point Statement', 'Point Expiry Reward'], system: 'rewards:read' },
  scope: unnamedRows(
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
      ReferenceCode: upperCaseFilter,
      RewardId: Id,
      RewardCode: upperCaseFilter,
      Type: RewardType,
      Status: CustomerRewardStatus,
      OutletCode: upperCaseFilter,
      /** Y selects Premium Gifts to be collected, N rewards to be claimed. */
      CollectYN: YN,
      InvoiceNo: upperCaseFilter,
      VoucherNo: upperCaseFilter,
      RedeemedFrom: DateOnly,
      RedeemedTo: DateOnly,
      ValidFrom: DateOnly,
      ValidTo: DateOnly,
    },
    { rows: 10, sort: ['CreatedAt', 'ValidityTo', 'RedeemedDate', 'Status', 'ReferenceCode'], direction: 'DESC' },
  ),
  reply: pageReply(CustomerRewardDetail),
})

export const getCustomerReward = read({
  path: '/reward/customer-rewards/find-one',
  access: { role: [...customerRewardRoles, 'Member Point Statement', 'Point Expiry Reward'], system: 'rewards:read' },
  scope: lookedUpReferenceScope,
  about: rowKindsOfRewardActions,
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
  scope: accessGrantingReferenceScope,
  about: [],
  summary:
    'Finds a customer reward by its reference code (or the code of the reward) and an identifier of the customer; opens the customer to the session and previews the action',
  body: rewardIdentificationBody({
    Act: z.enum(['claim', 'collect', 'cancelClaim', 'cancelRedeem', 'cancelCollect']),
    InvoiceNo,
    OutletCode: actingOutlet,
  }),
  outlet: actsAt('OutletCode'),
  reply: CustomerRewardDetail.extend({
    /** The member’s available points before and after the action. */
    Available: Points,
    AvailableAfter: Points,
    /** Number of unassigned vouchers of the reward's type and value; null if the reward has no voucher. */
    VouchersLeft: z.int().nullable(),
    Obstacle: ActionBlocker.nullable(),
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
  ValidTo: RewardDate.nullable(),
  PerMemberLimit: z.int().nullable(),
  PerMemberPeriod: LimitPeriod,
  CollectWithinDays: z.int(),
  ImageUrl: z.string().nullable(),
  /** Stock at the caller’s outlet and in head office’s pool; null if the reward has no stock records. */
  StockHere: z.int().nullable(),
  /** Codes of other outlets that have the reward in stock. */
  StockAt: z.array(z.strictObject({ OutletCode: z.string(), Available: z.int() })),
  /** Number of points that the member lacks for the reward; 0 if the balance suffices. */
  MissingPoints: Points,
  /** The reason why the reward cannot be redeemed now; null if the member can redeem it. */
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
  access: { role: [...customerRewardRoles], system: 'rewards:read' },
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  about: rowKindsOfRewardActions,
  summary: 'Rewards for a member today, redeemable ones first; only those that cost points unless all are requested',
  body: z.strictObject({
    MembershipNo: membershipNumber,
    /** Y lists rewards of every type, including those that cost no points. */
    AllYN: fieldWithDefault(YN.default('N')),
    OutletCode: actingOutlet,
    ...pagingFields(20),
  }),
  outlet: actsAt('OutletCode'),
  reply: z.strictObject({
    MembershipNo: z.string(),
    CustomerId: Id,
    Available: Points,
    Notices: z.array(RewardNotice),
    count: z.int(),
    rows: z.array(EligibleReward),
  }),
})
