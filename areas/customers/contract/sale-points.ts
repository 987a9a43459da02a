import { z } from 'zod'
import { Decimal, Points } from '#kit/contract/fields.ts'

/**
 * The points of a sale: Earned + Bonus = Awarded, and Awarded − Reversed = Total.
 * Only the SQL function `points_of_sale` computes these points, so that every page shows the same figures.
 * For a return only Reversed is set.
 */
export const SalePoints = z.strictObject({
  /** Points earned and reversed by each line. Exact is null for sales entered before exact points were recorded. */
  Lines: z.array(z.strictObject({ SequenceNo: z.int(), Exact: Decimal.nullable(), Points, Reversed: Points })),
  /**
   * Steps from exact to whole points: Exact + Limit + Rounding = Earned.
   * Limit contains the points that a cap, a minimum spend or a negative line removed.
   */
  Exact: Decimal.nullable(),
  Limit: Decimal.nullable(),
  Rounding: Decimal.nullable(),
  /** Points of all lines according to the point rules. */
  Earned: Points,
  /** Points from each campaign. */
  Bonuses: z.array(z.strictObject({ Code: z.string(), Name: z.string(), Points })),
  Bonus: Points,
  Awarded: Points,
  /** Points that the sale will earn once approved; excluded from Total. */
  Pending: Points,
  /** Points taken back by returns. */
  Reversed: Points,
  /** Points that remain; negative for a return. */
  Total: Points,
})
export type SalePoints = z.infer<typeof SalePoints>
