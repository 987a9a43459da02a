import { path } from '#kit/contract/path.ts'

export const campaignsPath = path('/campaign/campaigns/listing')
export const campaignAddPath = path('/campaign/campaigns/add')
export const campaignPath = path('/campaign/campaigns/listing/:CampaignCode', 'tab')
export const targetListPath = path('/campaign/campaign-target-list', 'CampaignCode')
