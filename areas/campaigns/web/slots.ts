import type { ComponentType } from 'react'
import { defineSlot } from '#kit/web/slots.ts'
import type { AddedTargets } from '../contract.ts'

export type TargetSourceProps = {
  CampaignCode: string
  /** True to add the customers to the exclusions instead of the target list. */
  isExclusion: boolean
  onAdded: (added: AddedTargets) => void
}

/** Additional ways to add customers to a target list, which head office sees first. */
export const targetSourcesSlot = defineSlot<ComponentType<TargetSourceProps>>('campaigns.targetSourcesSlot')
