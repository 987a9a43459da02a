import { HQ } from '#kit/contract/scope.ts'
import { call } from '#kit/web/call.ts'
import type { Choice } from '#kit/web/choices.ts'
import { getBuildings } from '../contract.ts'

/** Returns outlets as select options without head office, which has no sales. */
export async function outletChoices(): Promise<Choice[]> {
  const { rows } = await call(getBuildings, {})
  return rows.filter(({ Code }) => Code !== HQ).map(({ Code, Name }) => ({ value: Code, label: Name, hint: Code }))
}
