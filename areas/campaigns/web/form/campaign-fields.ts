import type { z } from 'zod'
import type { FieldSpec, FormHeading } from '#kit/web/form/fields.ts'
import type { CampaignFields } from '../../contract.ts'
import { awardFields } from './award-fields.ts'

type Name = Exclude<keyof z.input<typeof CampaignFields>, 'BalanceType' | 'Objects' | 'CampaignCode'>

/** The form fields of a campaign's offer. Other steps of the page set audience, message and status. */
export const campaignFields: (FieldSpec<Name> | Name | FormHeading)[] = [
  { name: 'CampaignName', wide: true },
  { name: 'CampaignType', choices: { list: 'CampaignType' }, wide: true },
  'StartDate',
  'EndDate',
  { name: 'Remarks', kind: 'multiline', wide: true },
  ...awardFields,
]
