import type { z } from 'zod'
import type { FieldSpec, FormFieldValues, FormHeading } from '#kit/web/form/fields.ts'
import { getCurrency } from '#kit/web/format.ts'
import type { CampaignFields } from '../../contract.ts'
import { rewardField } from './RewardSelect.tsx'

// The form fields of a campaign's award.

type Name = Exclude<keyof z.input<typeof CampaignFields>, 'BalanceType' | 'Objects' | 'CampaignCode'>

const awardsPoints = ({ AwardPointYN }: FormFieldValues) => AwardPointYN === 'Y'
const isFilled = (value: unknown) => value !== undefined && value !== null && value !== ''

export const awardFields: (FieldSpec<Name> | Name | FormHeading)[] = [
  { section: 'campaigns:form.award', hint: 'campaigns:form.awardHint' },
  { name: 'AwardPointYN', wide: true },
  {
    name: 'AwardPoint',
    kind: 'points',
    help: 'campaigns:help.AwardPoint',
    show: (values) => awardsPoints(values) && !isFilled(values.Multiplier),
  },
  {
    name: 'Multiplier',
    help: 'campaigns:help.Multiplier',
    show: (values) => awardsPoints(values) && !isFilled(values.AwardPoint),
  },
  rewardField,
  {
    name: 'AwardPer',
    help: 'campaigns:help.AwardPer',
    show: (values) => awardsPoints(values) || isFilled(values.RewardId),
  },
  { name: 'BudgetPoints', kind: 'points', help: 'campaigns:help.BudgetPoints', show: awardsPoints },
  { name: 'MinimumPurchase', prefix: getCurrency(), help: 'campaigns:help.MinimumPurchase' },
]
