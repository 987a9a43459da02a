import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { Decimal, Points, YN } from '#kit/contract/fields.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'
import { NewSale, sellsAt } from './enter.ts'
import { SaleBonus } from './transaction.ts'

/** Calculation of a line's points: EarningAmount / RateAmount × PointRate × the multipliers = Exact. */
const PreviewedPoints = z.strictObject({
  SequenceNo: z.int(),
  EligibleYN: YN,
  /** Part of the net amount that earns points; the rest is paid by voucher or trade-in. */
  EarningAmount: Decimal,
  /** Amount of the rate that applies to the line's goods on that day; null if there is none. */
  RateAmount: Decimal.nullable(),
  PointRate: Decimal.nullable(),
  Exact: Decimal,
  Points,
})

const PreviewedBonus = SaleBonus.extend({
  /** Factor for the points of the lines; null for a bonus with a fixed number of points. */
  Multiplier: Decimal.nullable(),
  MinimumPurchase: Decimal.nullable(),
})

export const PreviewedSale = z.strictObject({
  /** Number of the sale's member; null for a walk-in sale, which earns nothing. */
  MembershipNo: z.string().nullable(),
  Points,
  /** Points before rounding, before a cap and before the minimum spend are applied. */
  Exact: Decimal,
  Lines: z.array(PreviewedPoints),
  /** Bonuses of the sale by campaign; BonusPoints is their sum. */
  Bonuses: z.array(PreviewedBonus),
  BonusPoints: Points,
  /** Y: the sale exceeds the caller's limit, so another user has to approve the sale before it earns points. */
  WaitsYN: YN,
  Available: Points,
  AvailableAfter: Points,
  /** First day on which the points can be used; null if the sale earns no points. */
  AvailableFrom: z.string().nullable(),
  ExpiryDate: z.string().nullable(),
  /** Part of the sale's amount that counts towards the next tier in the current cycle. */
  QualifyingAmount: Decimal,
  /** Next tier and the spend of the current cycle; null if spending cannot lead to a higher tier. */
  NextTier: z.strictObject({ Name: z.string(), Amount: Decimal, Spent: Decimal }).nullable(),
  /** Point structure that applies to the member on that day; null if there is none. */
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
  outlet: sellsAt('OutletCode'),
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
