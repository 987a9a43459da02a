import { type LeadSource, listLeadSources } from '#areas/customers/contract/lead-sources.ts'
import { call } from '#kit/web/call.ts'
import type { SelectChoice } from '#kit/web/choices.ts'

/** Fetches the active lead sources by name. */
export async function activeLeadSources(): Promise<LeadSource[]> {
  const { rows } = await call(listLeadSources, { Rows: 1000, Search: { Status: 'Active' }, SortOption: 'Name' })
  return rows
}

export const leadSourceChoices = async (): Promise<SelectChoice[]> =>
  (await activeLeadSources()).map(({ LeadSourceId, Code, Name }) => ({
    value: `${LeadSourceId}`,
    label: Name,
    hint: Code,
  }))
