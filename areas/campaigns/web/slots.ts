import type { ComponentType } from 'react'
import { slot } from '#kit/web/slots.ts'
import type { AddedTargets } from '../contract.ts'

export type TargetSourceProps = {
  CampaignCode: string
  /** Adds the customers to the exclusions instead of the list. */
  isExclusion: boolean
  onAdded: (added: AddedTargets) => void
}

/** Further sources of target list customers, shown first to head office. */
export const targetSources = slot<ComponentType<TargetSourceProps>>('campaigns.targetSources')
