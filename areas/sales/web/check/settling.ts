import type { CheckedLine } from '../../contract.ts'

/** The goods to which a line is mapped. */
export type MappedGoods = { Brand?: string | undefined; ProductGroup?: string | undefined }

/** The unknown goods of a line; empty if only amounts are inconsistent. */
export const unknownGoods = ({ Reasons }: CheckedLine) =>
  (['Brand', 'ProductGroup'] as const).filter((field) => Reasons.includes(field))
