import { call } from '#kit/web/call.ts'
import { listProductGroups } from '../contract/product-groups.ts'

export async function productGroupNames() {
  const { rows } = await call(listProductGroups, { Rows: 1000 })
  return Object.fromEntries(rows.map(({ ProductCode, ProductName }) => [ProductCode, ProductName]))
}
