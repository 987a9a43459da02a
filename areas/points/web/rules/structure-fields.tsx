import { listCardCategories } from '#areas/tiers/contract/card-categories.ts'
import { cardGroups } from '#areas/tiers/contract/records.ts'
import { call } from '#kit/web/call.ts'
import type { FieldSpec, FormHeading } from '#kit/web/form/fields.ts'
import { getCurrency } from '#kit/web/format.ts'
import { RuleScopeSelect } from './RecordSelect.tsx'

export const fetchCardCategoryOptions = async () => {
  const { rows } = await call(listCardCategories, { Rows: 1000, Search: { Status: 'Active' } })
  return rows.map(({ Code, Name }) => ({ value: Code, label: Name, hint: Code }))
}

const cardGroupChoices = async () => {
  const { rows } = await call(cardGroups.list, { Rows: 1000, Search: { Status: 'Active' } })
  return rows.map(({ GroupId, Name }) => ({ value: GroupId, label: Name }))
}

type Name =
  | 'Name'
  | 'Description'
  | 'CardGroupId'
  | 'CardCategoryCode'
  | 'MemberType'
  | 'NamedOnlyYN'
  | 'ValidityMonths'
  | 'ExpiryRounding'
  | 'PendingDays'
  | 'MinimumSpend'
  | 'MaxPointsPerInvoice'
  | 'Rounding'

/** Returns the fields of a structure for the forms that add and edit one. */
export const createStructureFields = (): (FieldSpec<Name> | Name | FormHeading)[] => [
  'Name',
  { name: 'Description', kind: 'multiline' },
  { section: 'points:structure.whom', hint: 'points:structure.whomHint' },
  { name: 'CardGroupId', control: (props) => <RuleScopeSelect {...props} of="card groups" find={cardGroupChoices} /> },
  {
    name: 'CardCategoryCode',
    control: (props) => <RuleScopeSelect {...props} of="card categories" find={fetchCardCategoryOptions} />,
  },
  { name: 'MemberType', help: 'points:structure.memberTypeHelp' },
  { name: 'NamedOnlyYN', help: 'points:structure.namedOnlyHelp' },
  { section: 'points:structure.how', hint: 'points:structure.howHint' },
  { name: 'MinimumSpend', prefix: getCurrency() },
  { name: 'MaxPointsPerInvoice', kind: 'points', help: 'points:structure.maxHelp' },
  'Rounding',
  { section: 'points:structure.validity' },
  { name: 'ValidityMonths', help: 'points:structure.validityHelp' },
  'ExpiryRounding',
  { name: 'PendingDays', help: 'points:structure.pendingHelp' },
]
