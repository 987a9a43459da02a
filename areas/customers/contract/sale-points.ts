import { z } from 'zod'
import { Decimal, Points } from '#kit/contract/fields.ts'

/**
 * The points of a sale: Earned + Bonus = Awarded, and Awarded − Reversed = Total.
 * Only the SQL function `points_of_sale` computes these points, so that every page shows the same figures.
 * A return has only the value Reversed.
 */
export const SalePoints = z.strictObject({
  /** The points that each line earned and reversed. Exact is null for sales entered before exact points were recorded. */
  Lines: z.array(z.strictObject({ SequenceNo: z.int(), Exact: Decimal.nullable(), Points, Reversed: Points })),
  /**
   * The steps from exact to whole points: Exact + Limit + Rounding = Earned.
   * Limit contains the points that a cap, a minimum spend or a negative line removed.
   */
  Exact: Decimal.nullable(),
  Limit: Decimal.nullable(),
  Rounding: Decimal.nullable(),
  /** The points of all lines of a sale according to the point rules. */
  Earned: Points,
  /** The points of a sale from each campaign. */
  Bonuses: z.array(z.strictObject({ Code: z.string(), Name: z.string(), Points })),
  Bonus: Points,
  Awarded: Points,
  /** The points that the sale will earn once it is approved; excluded from Total. */
  Pending: Points,
  /** The points of a sale that returns took back. */
  Reversed: Points,
  /** The points that a sale leaves to the member; negative for a return. */
  Total: Points,
})
export type SalePoints = z.infer<typeof SalePoints>
