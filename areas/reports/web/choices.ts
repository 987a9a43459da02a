import { listCampaigns } from '#areas/campaigns/contract.ts'
import { listCardCategories } from '#areas/tiers/contract/card-categories.ts'
import { call } from '#kit/web/call.ts'

// Options of select filters that several reports share.

/** Loads the select options of card groups that have categories. */
export async function loadCardGroupChoices() {
  const { rows } = await call(listCardCategories, { Rows: 1000 })
  const names = new Map(rows.map(({ CardGroupId, CardGroupName }) => [CardGroupId, CardGroupName]))
  return [...names].map(([value, label]) => ({ value: String(value), label }))
}

export async function loadCampaignChoices() {
  const { rows } = await call(listCampaigns, { Rows: 1000 })
  return rows.map(({ CampaignCode, CampaignName }) => ({
    value: CampaignCode,
    label: CampaignName,
    hint: CampaignCode,
  }))
}

/** Returns the first and last day of a month. */
export const firstAndLastDayOf = (month: string) => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}
