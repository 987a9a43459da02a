import type { CheckedLine } from '../../contract.ts'

/** Maximum length of the reason of a confirmation. */
export const CONFIRM_REASON_MAX = 300

/** The goods to which a line is mapped. */
export type MappedGoods = { Brand?: string | undefined; ProductGroup?: string | undefined }

/** The unknown goods of a line; empty if only amounts are inconsistent. */
export const unknownGoods = ({ Reasons }: CheckedLine) =>
  (['Brand', 'ProductGroup'] as const).filter((field) => Reasons.includes(field))
