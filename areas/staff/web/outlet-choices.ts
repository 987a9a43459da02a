import { HQ_CODE } from '#kit/contract/scope.ts'
import { call } from '#kit/web/call.ts'
import type { SelectChoice } from '#kit/web/choices.ts'
import { getBuildings } from '../contract.ts'

/** Returns outlets as select options without head office, which has no sales. */
export async function fetchOutletChoices(): Promise<SelectChoice[]> {
  const { rows } = await call(getBuildings, {})
  return rows.filter(({ Code }) => Code !== HQ_CODE).map(({ Code, Name }) => ({ value: Code, label: Name, hint: Code }))
}
