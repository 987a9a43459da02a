import { definePath } from '#kit/contract/path.ts'

export const campaignsPath = definePath('/campaign/campaigns/listing')
export const campaignAddPath = definePath('/campaign/campaigns/add')
export const campaignPath = definePath('/campaign/campaigns/listing/:CampaignCode', 'tab')
export const targetListPath = definePath('/campaign/campaign-target-list', 'CampaignCode')
