import { call } from '#kit/web/call.ts'
import { type Campaign, listCampaigns } from '../contract.ts'

const choicesOf = async (isChoice: (campaign: Campaign) => boolean) => {
  const { rows } = await call(listCampaigns, { Rows: 1000 })
  return rows
    .filter(isChoice)
    .map(({ CampaignCode, CampaignName }) => ({ value: CampaignCode, label: CampaignName, hint: CampaignCode }))
}

export const allCampaignChoices = () => choicesOf(() => true)

/** Choices of campaigns that have not ended and still accept customers. */
export const openCampaignChoices = () => choicesOf(({ Status }) => Status !== 'Ended')
