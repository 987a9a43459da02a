import { call } from '#kit/web/call.ts'
import { type Campaign, listCampaigns } from '../contract.ts'

const choicesOf = async (fits: (campaign: Campaign) => boolean) => {
  const { rows } = await call(listCampaigns, { Rows: 1000 })
  return rows
    .filter(fits)
    .map(({ CampaignCode, CampaignName }) => ({ value: CampaignCode, label: CampaignName, hint: CampaignCode }))
}

export const allCampaigns = () => choicesOf(() => true)

/** To which customers can still be added. */
export const openCampaigns = () => choicesOf(({ Status }) => Status !== 'Ended')
