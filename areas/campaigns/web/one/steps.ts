import type { CampaignDetail } from '../../contract.ts'

// The steps of a campaign: offer, audience, message and review, then results once the campaign has begun.

export const campaignSteps = ['offer', 'audience', 'message', 'review'] as const
export type CampaignStep = (typeof campaignSteps)[number]

export const hasCampaignBegun = ({ Status, SentYN }: CampaignDetail) => Status !== 'Draft' || SentYN === 'Y'
export const hasCampaignTargetList = ({ HasTargetsYN }: CampaignDetail) => HasTargetsYN === 'Y'
/** A send needs a target list and a message. */
export const isCampaignReadyToSend = (campaign: CampaignDetail) =>
  hasCampaignTargetList(campaign) && campaign.TemplateId !== null

/** Audience and message are optional: without them a campaign is for all members and sends no message. */
export function isCampaignStepDone(step: CampaignStep, campaign: CampaignDetail): boolean {
  if (step === 'offer') return true
  if (step === 'audience') return hasCampaignTargetList(campaign)
  if (step === 'message') return campaign.TemplateId !== null
  return hasCampaignBegun(campaign)
}

/** Returns the step that opens first: the first incomplete step of a draft, otherwise the results. */
export function findOpenCampaignStep(campaign: CampaignDetail): CampaignStep | 'results' {
  if (hasCampaignBegun(campaign))
    return isCampaignReadyToSend(campaign) && campaign.SentYN === 'N' ? 'review' : 'results'
  return campaignSteps.find((step) => !isCampaignStepDone(step, campaign)) ?? 'review'
}
