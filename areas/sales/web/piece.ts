import type { Detail } from '../contract.ts'

type Goods = Pick<Detail, 'Description' | 'Brand' | 'ProductGroup' | 'ProductGroupName'>

/** Returns the name of a piece: its description, or else its product group, or else its brand. */
export const pieceName = ({ Description, ProductGroupName, ProductGroup, Brand }: Goods): string =>
  Description ?? ProductGroupName ?? ProductGroup ?? Brand

/** Returns brand and product group, except for the one that pieceName shows. */
export const pieceDescription = (line: Goods): (string | null)[] =>
  [line.Brand, line.ProductGroupName ?? line.ProductGroup].filter((part) => part !== pieceName(line))
