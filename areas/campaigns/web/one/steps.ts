import type { CampaignDetail } from '../../contract.ts'

// STEPS OF A CAMPAIGN: offer, audience, message, review; results once it has begun.

export const steps = ['offer', 'audience', 'message', 'review'] as const
export type Step = (typeof steps)[number]

export const hasBegun = ({ Status, SentYN }: CampaignDetail) => Status !== 'Draft' || SentYN === 'Y'
export const isForList = ({ HasTargetsYN }: CampaignDetail) => HasTargetsYN === 'Y'
/** A send needs a list and a message. */
export const isReadyToSend = (campaign: CampaignDetail) => isForList(campaign) && campaign.TemplateId !== null

/** Audience and message are optional: without them a campaign is for all members and sends no message. */
export function isDone(step: Step, campaign: CampaignDetail): boolean {
  if (step === 'offer') return true
  if (step === 'audience') return isForList(campaign)
  if (step === 'message') return campaign.TemplateId !== null
  return hasBegun(campaign)
}

/** The step that opens first: the first incomplete step of a draft, otherwise the results. */
export function nextStep(campaign: CampaignDetail): Step | 'results' {
  if (hasBegun(campaign)) return isReadyToSend(campaign) && campaign.SentYN === 'N' ? 'review' : 'results'
  return steps.find((step) => !isDone(step, campaign)) ?? 'review'
}
