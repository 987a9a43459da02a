import type { ComponentType } from 'react'
import { slot } from '#kit/web/slots.ts'

/** In the toolbar of a target list, for head office: further sources of customers. */
export const targetSources = slot<ComponentType<{ CampaignCode: string }>>('campaigns.targetSources')
