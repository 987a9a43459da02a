import { listCardCategories } from '#areas/memberships/contract/card-categories.ts'
import { call } from '#kit/web/call.ts'

// What several reports let choose from.

/** The card groups that have categories. */
export async function cardGroups() {
  const { rows } = await call(listCardCategories, { Rows: 1000 })
  const names = new Map(rows.map(({ CardGroupId, CardGroupName }) => [CardGroupId, CardGroupName]))
  return [...names].map(([value, label]) => ({ value: String(value), label }))
}
