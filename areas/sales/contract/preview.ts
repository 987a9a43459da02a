import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { Decimal, Points, YN } from '#kit/contract/fields.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'
import { NewSale } from './enter.ts'
import { SaleBonus } from './transaction.ts'

/** The calculation of a line's points: EarningAmount / RateAmount × PointRate × the multipliers = Exact. */
const PreviewedPoints = z.strictObject({
  SequenceNo: z.int(),
  EligibleYN: YN,
  /** The part of the net amount that earns points; the rest is paid by voucher or trade-in. */
  EarningAmount: Decimal,
  /** Null if no rate applies to these goods on that day. */
  RateAmount: Decimal.nullable(),
  PointRate: Decimal.nullable(),
  Exact: Decimal,
  Points,
})

const PreviewedBonus = SaleBonus.extend({
  /** Multiplies the points of the lines; null for a bonus of a fixed number of points. */
  Multiplier: Decimal.nullable(),
  MinimumPurchase: Decimal.nullable(),
})

export const PreviewedSale = z.strictObject({
  /** Null for a walk-in sale, which earns nothing. */
  MembershipNo: z.string().nullable(),
  Points,
  /** Points before rounding, the cap and the minimum spend. */
  Exact: Decimal,
  Lines: z.array(PreviewedPoints),
  /** Bonuses by campaign; BonusPoints is their sum. */
  Bonuses: z.array(PreviewedBonus),
  BonusPoints: Points,
  /** Y: the sale exceeds the caller's limit, so another user has to approve the sale before it earns points. */
  WaitsYN: YN,
  Available: Points,
  AvailableAfter: Points,
  /** First and last day on which the points can be used; null without points, or if the points never expire. */
  AvailableFrom: z.string().nullable(),
  ExpiryDate: z.string().nullable(),
  /** The part of the sale that counts towards the next tier in the current cycle. */
  QualifyingAmount: Decimal,
  /** The next tier and the spend of the current cycle; null if no higher tier can be reached by spending. */
  NextTier: z.strictObject({ Name: z.string(), Amount: Decimal, Spent: Decimal }).nullable(),
  /** The applicable point structure; null if none applies to the member on that day. */
  StructureName: z.string().nullable(),
  StructureMultiplier: Decimal.nullable(),
  LevelMultiplier: Decimal.nullable(),
  BirthdayYN: YN,
  Rounding: z.string().nullable(),
  MinimumSpend: Decimal.nullable(),
  MaxPointsPerInvoice: Points.nullable(),
})
export type PreviewedSale = z.infer<typeof PreviewedSale>

export const previewSale = read({
  path: '/customer/transaction-summaries/normal/preview',
  access: { role: 'Customer Transaction', system: 'sales:write' },
  scope: unnamedRows('own outlet', row('membership', 'MembershipNo', 'looked up')),
  summary: 'Previews the points of a sale, line by line, and the member’s balance after it',
  body: NewSale.pick({
    MembershipNo: true,
    OutletCode: true,
    PerformedAt: true,
    TotalAmount: true,
    Discount: true,
    Tax: true,
    TradeIn: true,
    VoucherAmount: true,
    Details: true,
  }),
  reply: PreviewedSale,
})
