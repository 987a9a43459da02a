import type { CheckedLine } from '../../contract.ts'

/** The goods to which a line is mapped. */
export type Goods = { Brand?: string | undefined; ProductGroup?: string | undefined }

/** Which of a line's goods are unknown; none if only amounts are inconsistent. */
export const openGoods = ({ Reasons }: CheckedLine) =>
  (['Brand', 'ProductGroup'] as const).filter((field) => Reasons.includes(field))
