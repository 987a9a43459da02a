import type { Detail } from '../contract.ts'

type Goods = Pick<Detail, 'Description' | 'Brand' | 'ProductGroup' | 'ProductGroupName'>

/** The name of a piece: its description, otherwise its product group, otherwise its brand. */
export const pieceName = ({ Description, ProductGroupName, ProductGroup, Brand }: Goods): string =>
  Description ?? ProductGroupName ?? ProductGroup ?? Brand

/** Brand and product group, without the one that is already shown as the name. */
export const pieceDescription = (line: Goods): (string | null)[] =>
  [line.Brand, line.ProductGroupName ?? line.ProductGroup].filter((part) => part !== pieceName(line))
