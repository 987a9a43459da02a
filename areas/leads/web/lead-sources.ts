import { call } from '#kit/web/call.ts'
import type { Choice } from '#kit/web/choices.ts'
import { type LeadSource, listLeadSources } from '../contract/lead-sources.ts'

/** The lead sources that run, by name. */
export async function activeLeadSources(): Promise<LeadSource[]> {
  const { rows } = await call(listLeadSources, { Rows: 1000, Search: { Status: 'Active' }, SortOption: 'Name' })
  return rows
}

export const leadSourceChoices = async (): Promise<Choice[]> =>
  (await activeLeadSources()).map(({ LeadSourceId, Code, Name }) => ({
    value: `${LeadSourceId}`,
    label: Name,
    hint: Code,
  }))
