import type { CheckedLine } from '../../contract.ts'

/** What a line is said to mean. */
export type Goods = { Brand?: string | undefined; ProductGroup?: string | undefined }

/** Of which of its goods nothing is known; none where only the amounts are open. */
export const openGoods = ({ Reasons }: CheckedLine) =>
  (['Brand', 'ProductGroup'] as const).filter((field) => Reasons.includes(field))
