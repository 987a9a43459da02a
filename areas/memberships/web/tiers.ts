import { call } from '#kit/web/call.ts'
import type { Tier } from '#kit/web/provided.ts'
import { listCardCategories } from '../contract/card-categories.ts'

/** The few card categories there are. */
export async function tiers(): Promise<Tier[]> {
  const { rows } = await call(listCardCategories, { Rows: 1000 })
  return rows.map(({ Code, Name, CardGroupName, Color }) => ({
    value: Code,
    label: Name,
    hint: CardGroupName,
    color: Color,
  }))
}
