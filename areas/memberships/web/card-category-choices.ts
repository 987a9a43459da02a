import { call } from '#kit/web/call.ts'
import type { Choice } from '#kit/web/choices.ts'
import { listCardCategories } from '../contract/card-categories.ts'

export type CardCategoryChoice = Choice & { color: string | null }

/** All card categories, by their codes. */
export async function cardCategoryChoices(): Promise<CardCategoryChoice[]> {
  const { rows } = await call(listCardCategories, { Rows: 1000 })
  return rows.map(({ Code, Name, CardGroupName, Color }) => ({
    value: Code,
    label: Name,
    hint: CardGroupName,
    color: Color,
  }))
}
