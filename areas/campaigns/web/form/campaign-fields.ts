import type { z } from 'zod'
import type { FieldSpec, Heading } from '#kit/web/form/fields.ts'
import type { CampaignFields } from '../../contract.ts'
import { awardFields } from './award-fields.ts'

type Name = Exclude<keyof z.input<typeof CampaignFields>, 'BalanceType' | 'Objects' | 'CampaignCode'>

/** What a campaign is; `controlFixed` says why its control group cannot change any more. */
export const campaignFields = (controlFixed: string | false): (FieldSpec<Name> | Name | Heading)[] => [
  { name: 'CampaignName', wide: true },
  { name: 'CampaignType', choices: { list: 'CampaignType' } },
  'Status',
  'StartDate',
  'EndDate',
  { name: 'Remarks', kind: 'multiline', wide: true },
  ...awardFields,
  { section: 'campaigns:form.list', hint: 'campaigns:form.listHint' },
  { name: 'ControlPercent', suffix: '%', help: 'campaigns:help.ControlPercent', locked: controlFixed },
]
