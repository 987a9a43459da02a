import { customerPath } from '#areas/customers/paths.ts'
import { segmentAddPath } from '#areas/segments/paths.ts'
import { reportPage } from '../web/engine/page.ts'
import { inactiveMember } from './contract.ts'

export const page = reportPage(inactiveMember, {
  columns: [
    { field: 'CustomerName', second: 'MembershipNo' },
    { field: 'CardCategoryCode', second: 'MemberType' },
    'RegisteredOutletCode',
    'ContactNo',
    { field: 'LastPurchase', as: 'date' },
    'DaysSilent',
    'Visits',
    'LifetimeNet',
    'PointBalance',
  ],
  optional: ['JoinDate'],
  search: {
    OutletCode: 'outlet',
    CardCategoryCode: { choices: ({ tiers }) => tiers() },
    Months: 'text',
    BalanceFrom: 'text',
  },
  figures: ['Members', 'UpToTwelve', 'UpToTwentyFour', 'Longer'],
  empty: () => 'reports:listNotFound',
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
  next: () => [{ label: 'reports:next.segment', to: segmentAddPath(), role: 'Campaign' }],
  meanings: ['inactive', 'net'],
})
