import type { z } from 'zod'
import type { FieldSpec, FormFieldValues, FormHeading } from '#kit/web/form/fields.ts'
import { getCurrency } from '#kit/web/format.ts'
import { isIssuedKind, isRedeemedKind, mayCostPointsAtClaim } from '../../contract/reward-kinds.ts'
import { type RewardFields, RewardType } from '../../contract/rewards.ts'
import { cardCategoryChoicesService } from '../slots.ts'

type Name = Exclude<keyof z.input<typeof RewardFields>, 'Status' | 'Images' | 'Code'>

const isRedeemed = ({ Type }: FormFieldValues) => isRedeemedKind(Type)
const isIssued = ({ Type }: FormFieldValues) => isIssuedKind(Type)
const canCostPoints = ({ Type }: FormFieldValues) => mayCostPointsAtClaim(Type)

/** Returns the fields of the reward form for each type; `fixedType` is the reason why the type cannot be changed. */
export const createRewardFields = (fixedType: string | false): (FieldSpec<Name> | Name | FormHeading)[] => [
  { name: 'Name', wide: true },
  { name: 'Type', help: 'rewards:help.Type', choices: RewardType.options, locked: fixedType },
  { name: 'MemberType', help: 'rewards:help.MemberType' },
  { name: 'Description', kind: 'multiline', help: 'rewards:help.Description' },
  { name: 'Terms', kind: 'multiline', help: 'rewards:help.Terms' },

  { section: 'rewards:form.price', hint: 'rewards:form.priceHint' },
  { name: 'DeductPointInClaimYN', help: 'rewards:help.DeductPointInClaimYN', wide: true, show: canCostPoints },
  {
    name: 'PointDeduct',
    kind: 'points',
    help: 'rewards:help.PointDeduct',
    show: (values) => isRedeemed(values) || (canCostPoints(values) && values.DeductPointInClaimYN === 'Y'),
  },
  { name: 'BirthdayPointDeduct', kind: 'points', help: 'rewards:help.BirthdayPointDeduct', show: isRedeemed },
  { name: 'CashTopUp', prefix: getCurrency(), help: 'rewards:help.CashTopUp', show: isRedeemed },
  { name: 'VoucherType', choices: { list: 'VoucherType' }, help: 'rewards:help.VoucherType', show: isIssued },
  { name: 'VoucherValue', prefix: getCurrency(), help: 'rewards:help.VoucherValue', show: isIssued },
  { name: 'MinimumSpend', prefix: getCurrency(), help: 'rewards:help.MinimumSpend' },
  { name: 'UnitCost', prefix: getCurrency(), help: 'rewards:help.UnitCost' },
  { name: 'RequiresInvoiceYN', help: 'rewards:help.RequiresInvoiceYN', wide: true },

  { section: 'rewards:form.validity', hint: 'rewards:form.validityHint' },
  { name: 'ValidFrom', help: 'rewards:help.ValidFrom' },
  { name: 'ValidTo', help: 'rewards:help.ValidTo' },
  { name: 'CollectWithinDays', help: 'rewards:help.CollectWithinDays', show: isRedeemed },
  { name: 'ValidityMode', help: 'rewards:help.ValidityMode', show: isIssued },
  {
    name: 'ValidityDays',
    help: 'rewards:help.ValidityDays',
    show: (values) => isIssued(values) && values.ValidityMode === 'Days after issue',
  },

  { section: 'rewards:form.limits', hint: 'rewards:form.limitsHint' },
  { name: 'PerMemberLimit', help: 'rewards:help.PerMemberLimit' },
  {
    name: 'PerMemberPeriod',
    show: ({ PerMemberLimit }) => PerMemberLimit !== undefined && PerMemberLimit !== null && PerMemberLimit !== '',
  },
  { name: 'TotalLimit', help: 'rewards:help.TotalLimit' },
  {
    name: 'CardCategories',
    wide: true,
    help: 'rewards:help.CardCategories',
    choices: cardCategoryChoicesService,
  },
]
