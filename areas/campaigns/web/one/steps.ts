import type { CampaignDetail } from '../../contract.ts'

// The steps of a campaign: offer, audience, message and review, then results once the campaign has begun.

export const campaignSteps = ['offer', 'audience', 'message', 'review'] as const
export type CampaignStep = (typeof campaignSteps)[number]

export const hasBegun = ({ Status, SentYN }: CampaignDetail) => Status !== 'Draft' || SentYN === 'Y'
export const hasTargetList = ({ HasTargetsYN }: CampaignDetail) => HasTargetsYN === 'Y'
/** A send needs a target list and a message. */
export const isReadyToSend = (campaign: CampaignDetail) => hasTargetList(campaign) && campaign.TemplateId !== null

/** Audience and message are optional: without them a campaign is for all members and sends no message. */
export function isStepDone(step: CampaignStep, campaign: CampaignDetail): boolean {
  if (step === 'offer') return true
  if (step === 'audience') return hasTargetList(campaign)
  if (step === 'message') return campaign.TemplateId !== null
  return hasBegun(campaign)
}

/** Returns the step that opens first: the first incomplete step of a draft, otherwise the results. */
export function nextStep(campaign: CampaignDetail): CampaignStep | 'results' {
  if (hasBegun(campaign)) return isReadyToSend(campaign) && campaign.SentYN === 'N' ? 'review' : 'results'
  return campaignSteps.find((step) => !isStepDone(step, campaign)) ?? 'review'
}
