import { customerPath } from '#areas/customers/paths.ts'
import { fetchActiveCardCategoryChoices } from '#areas/memberships/web/index.ts'
import { segmentAddPath } from '#areas/segments/paths.ts'
import { ConsentChannel } from '../contract/fields.ts'
import { createReportPage } from '../web/engine/page.ts'
import { inactiveMemberReport } from './contract.ts'

export const inactiveMemberPage = createReportPage(inactiveMemberReport, {
  columns: [
    { field: 'CustomerName', second: 'MembershipNo' },
    { field: 'CardCategoryCode', second: 'MemberType' },
    'RegisteredOutletCode',
    'ContactNo',
    { field: 'LastPurchase', as: 'date' },
    'LifetimeNet',
    'PreferredStaffName',
  ],
  optional: ['DaysSilent', 'Visits', 'PointBalance', 'PointsExpiring', 'LastContactAt', 'JoinDate'],
  search: {
    OutletCode: 'outlet',
    CardCategoryCode: { choices: fetchActiveCardCategoryChoices },
    Months: 'text',
    SilentFrom: { until: 'SilentTo', label: 'reports:fields.SilentFrom' },
    SpendFrom: 'text',
    BalanceFrom: 'text',
    ConsentChannel: ConsentChannel.options,
  },
  figures: ['Members', 'UpToTwelve', 'UpToTwentyFour', 'Longer'],
  empty: () => 'reports:listNotFound',
  ticked: [],
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
  next: () => [{ label: 'reports:next.segment', to: segmentAddPath(), role: 'Campaign' }],
  meanings: ['inactive', 'net'],
})
