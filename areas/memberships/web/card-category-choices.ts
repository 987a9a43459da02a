import { listCardCategories } from '#areas/tiers/contract/card-categories.ts'
import { call } from '#kit/web/call.ts'
import type { SelectChoice } from '#kit/web/choices.ts'

export type CardCategoryChoice = SelectChoice & { color: string | null }

/** Returns all card categories by their code. */
export async function fetchActiveCardCategoryChoices(): Promise<CardCategoryChoice[]> {
  const { rows } = await call(listCardCategories, { Rows: 1000 })
  return rows.map(({ Code, Name, CardGroupName, Color }) => ({
    value: Code,
    label: Name,
    hint: CardGroupName,
    color: Color,
  }))
}
