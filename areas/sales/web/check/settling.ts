import type { CheckedLine } from '../../contract.ts'

/** Maximum length of the reason for confirming a line. */
export const CONFIRM_REASON_LENGTH_MAX = 300

/** Goods to which staff map a line. */
export type MappedGoods = { Brand?: string | undefined; ProductGroup?: string | undefined }

/** Returns the unknown goods of a line; empty if only its amounts are inconsistent. */
export const listUnknownGoodsFields = ({ Reasons }: CheckedLine) =>
  (['Brand', 'ProductGroup'] as const).filter((field) => Reasons.includes(field))
