import type { z } from 'zod'
import type { FieldSpec, Heading, Values } from '#kit/web/form/fields.ts'
import { getCurrency } from '#kit/web/format.ts'
import { PREMIUM_GIFT, type RewardFields, RewardType } from '../../contract/rewards.ts'
import { cardCategoryChoices } from '../slots.ts'

type Name = Exclude<keyof z.input<typeof RewardFields>, 'Status' | 'Images' | 'Code'>

/** Whose vouchers only are handed over: nothing of them lies in an outlet. */
const withoutStock = ['New Member', 'Birthday', 'Top Spender', 'Point Expiry', 'Referral']

export const isStocked = ({ Type }: Values) => Type !== undefined && !withoutStock.includes(`${Type}`)
const isGift = ({ Type }: Values) => Type === PREMIUM_GIFT
const isIssued = ({ Type }: Values) => Type !== undefined && Type !== PREMIUM_GIFT
/** Of these members may pay with points when they claim; all others cost none. */
const mayCost = ({ Type }: Values) => Type === 'Point Expiry' || Type === 'Campaign'

/** What a reward asks and gives; each type shows what it uses. `fixedType` says why the type cannot change any more. */
export const rewardFields = (fixedType: string | false): (FieldSpec<Name> | Name | Heading)[] => [
  { name: 'Name', wide: true },
  { name: 'Type', help: 'rewards:help.Type', choices: RewardType.options, locked: fixedType },
  { name: 'MemberType', help: 'rewards:help.MemberType' },
  { name: 'Description', kind: 'multiline', help: 'rewards:help.Description' },
  { name: 'Terms', kind: 'multiline', help: 'rewards:help.Terms' },

  { section: 'rewards:form.price', hint: 'rewards:form.priceHint' },
  { name: 'DeductPointInClaimYN', help: 'rewards:help.DeductPointInClaimYN', wide: true, show: mayCost },
  {
    name: 'PointDeduct',
    kind: 'points',
    help: 'rewards:help.PointDeduct',
    show: (values) => isGift(values) || (mayCost(values) && values.DeductPointInClaimYN === 'Y'),
  },
  { name: 'BirthdayPointDeduct', kind: 'points', help: 'rewards:help.BirthdayPointDeduct', show: isGift },
  { name: 'CashTopUp', prefix: getCurrency(), help: 'rewards:help.CashTopUp', show: isGift },
  { name: 'VoucherType', choices: { list: 'VoucherType' }, help: 'rewards:help.VoucherType', show: isIssued },
  { name: 'VoucherValue', prefix: getCurrency(), help: 'rewards:help.VoucherValue', show: isIssued },
  { name: 'MinimumSpend', prefix: getCurrency(), help: 'rewards:help.MinimumSpend' },
  { name: 'UnitCost', prefix: getCurrency(), help: 'rewards:help.UnitCost' },
  { name: 'RequiresInvoiceYN', help: 'rewards:help.RequiresInvoiceYN', wide: true },

  { section: 'rewards:form.validity', hint: 'rewards:form.validityHint' },
  { name: 'ValidFrom', help: 'rewards:help.ValidFrom' },
  { name: 'ValidTo', help: 'rewards:help.ValidTo' },
  { name: 'CollectWithinDays', help: 'rewards:help.CollectWithinDays', show: isGift },
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
    choices: cardCategoryChoices,
  },
]
