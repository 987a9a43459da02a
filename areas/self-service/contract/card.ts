import { z } from 'zod'
import { RewardType } from '#areas/rewards/contract/rewards.ts'
import { read } from '#kit/contract/endpoint.ts'
import { Decimal, Id, Instant, PersonName, Points, YN } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { QrCode } from './qr-code.ts'

// Data that members read about themselves; the session determines the membership, so requests do not contain it.

const ownAccess = { access: 'customer', scope: unnamedRows('own account'), about: ['membership'] } as const
const Day = z.string().meta({ format: 'date' })

/** Category that a non-premium member gets by one purchase of this amount; null for premium members. */
const Entry = z.strictObject({ CategoryName: z.string(), Amount: Decimal }).nullable()

/** First page of the member: identity, code for the counter, and the amount missing for the next tier. */
export const OwnCard = z.strictObject({
  /** Id of the customer to whose profile the page links. */
  CustomerId: Id,
  FullName: PersonName,
  PreferredName: z.string().nullable(),
  MembershipNo: z.string(),
  /** Content of the QR code, which is the full membership number. */
  QrPayload: z.string(),
  Qr: QrCode,
  MemberType: z.string(),
  Status: z.string(),
  CardGroupName: z.string(),
  CardCategoryCode: z.string().nullable(),
  CardCategoryName: z.string().nullable(),
  /** Colour that is configured for the card category. */
  Color: z.string().nullable(),
  JoinDate: Day,
  CycleEnd: Day.nullable(),
  /** Spend of the member in the current cycle. */
  Spend: Decimal.nullable(),
  MissingToStay: Decimal.nullable(),
  NextCategoryName: z.string().nullable(),
  NextAmount: Decimal.nullable(),
  MissingToNext: Decimal.nullable(),
  Entry,
  PointBalance: Points,
  Available: Points,
  Pending: Points,
  ExpiringNext: z.strictObject({ Points, Date: Day, SoonYN: YN }).nullable(),
  Currency: z.string(),
  Company: z.string(),
  /** Time of the data; KeepUntil is the end of the session, until which the phone can show the card offline. */
  AsOf: Instant,
  KeepUntil: Instant,
  /** Available wallets: the Apple pass is at `GET /customer/card/pass`, GoogleUrl adds the card to Google Wallet. */
  Wallets: z.strictObject({ AppleYN: YN, GoogleUrl: z.string().nullable() }),
})
export type OwnCard = z.infer<typeof OwnCard>

export const getOwnCard = read({
  method: 'GET',
  path: '/customer/card',
  ...ownAccess,
  summary: 'Returns the caller’s membership card: number, level, amount missing to the next level, points',
  body: z.strictObject({}),
  reply: OwnCard,
})

export const getOwnPoints = read({
  method: 'GET',
  path: '/customer/card/points',
  ...ownAccess,
  summary: 'Returns the caller’s points: available, pending and expiring',
  body: z.strictObject({}),
  reply: z.strictObject({
    PointBalance: Points,
    Available: Points,
    Pending: Points,
    Arrears: Points,
    Entry,
    /** Expiring points in the order of their dates; a null date means that the points never expire. */
    Expiring: z.array(z.strictObject({ Date: Day.nullable(), Points })),
  }),
})

export const listOwnMovements = read({
  path: '/customer/card/points/find-all',
  ...ownAccess,
  summary: 'Lists the movements of the caller’s points, newest first',
  body: pageQuery({}, { rows: 20, sort: ['BusinessDate'], direction: 'DESC' }),
  reply: pageReply(
    z.strictObject({
      TransactionType: z.string(),
      /** Points of the movement; for a purchase they include the bonuses of campaigns. */
      Points,
      /** Part of Points that campaigns added to a purchase; 0 for other movements. */
      Bonus: Points,
      BusinessDate: Day,
      ExpiryDate: Day.nullable(),
      InvoiceNo: z.string().nullable(),
    }),
  ),
})

export const OwnReward = z.strictObject({
  ReferenceCode: z.string(),
  /** QR code of the reference code; null unless the reward is active. */
  Qr: QrCode.nullable(),
  Name: z.string(),
  Description: z.string().nullable(),
  Terms: z.string().nullable(),
  Type: RewardType,
  Status: z.string(),
  Points,
  VoucherValue: Decimal.nullable(),
  ValidityFrom: Day,
  ValidityTo: Day.nullable(),
  /** Name of the outlet where the reward is collected; null if it can be claimed at any outlet. */
  OutletName: z.string().nullable(),
})

export type OwnReward = z.infer<typeof OwnReward>

export const listOwnRewards = read({
  path: '/customer/card/rewards/find-all',
  ...ownAccess,
  about: ['customer reward'],
  summary: 'Lists the caller’s rewards, active ones with the code for the counter, and past ones',
  body: pageQuery({ OpenYN: YN }, { rows: 20, sort: ['ValidityTo', 'CreatedAt'], direction: 'ASC' }),
  reply: pageReply(OwnReward),
})

export const listOwnCatalogue = read({
  path: '/customer/card/catalogue/find-all',
  ...ownAccess,
  about: ['reward'],
  summary:
    'Lists the Premium Gifts available to the caller’s level today, with their price and whether the points suffice',
  body: pageQuery({}, { rows: 20, sort: ['Points', 'Name'], direction: 'ASC' }),
  reply: pageReply(
    z.strictObject({
      Code: z.string(),
      Name: z.string(),
      Description: z.string().nullable(),
      Terms: z.string().nullable(),
      Points,
      CashTopUp: Decimal,
      ValidTo: Day.nullable(),
      EnoughYN: YN,
    }),
  ),
})

export const listOwnPurchases = read({
  path: '/customer/card/purchases/find-all',
  ...ownAccess,
  about: ['sale'],
  summary: 'Lists the caller’s purchases and returns, newest first',
  body: pageQuery({}, { rows: 20, sort: ['PerformedAt'], direction: 'DESC' }),
  reply: pageReply(
    z.strictObject({
      InvoiceNo: z.string(),
      /** C: a return. */
      TransactionType: z.enum(['N', 'C']),
      BusinessDate: Day,
      OutletName: z.string(),
      NetAmount: Decimal,
      Points,
    }),
  ),
})
