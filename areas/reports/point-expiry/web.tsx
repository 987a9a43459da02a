import { customerPath } from '#areas/customers/paths.ts'
import { expiryRewardsPath, rescuePath } from '#areas/expiry/paths.ts'
import { cardCategoryChoices } from '#areas/memberships/web/index.ts'
import { segmentAddPath } from '#areas/segments/paths.ts'
import { personName } from '#kit/contract/person.ts'
import { formatMonth } from '#kit/web/format.ts'
import { daysOfMonth } from '../web/choices.ts'
import { type ReportFilters, reportPage } from '../web/engine/page.ts'
import { ExpiryBy, pointExpiry } from './contract.ts'

const byMonth = ({ ExpiryBy: by }: ReportFilters) => by === 'Month'

const month = {
  field: 'ExpiryMonth',
  render: ({ ExpiryMonth }: { ExpiryMonth: string }) => formatMonth(ExpiryMonth),
} as const
const value = { field: 'ExpiryValue', as: 'money' } as const

export const page = reportPage(pointExpiry, {
  columns: (filters) =>
    byMonth(filters)
      ? [month, 'Members', 'PointToExpire', value, 'WithReward', 'ContactedMembers']
      : [
          month,
          { field: 'CustomerName', second: 'MembershipNo' },
          { field: 'CardCategoryCode', second: 'MemberType' },
          { field: 'ContactNo', second: 'Email' },
          'PointToExpire',
          value,
          'PointBalance',
        ],
  optional: ['RegisteredOutletCode', 'ReferenceCode', 'LastContactAt'],
  search: {
    ExpiringFrom: { until: 'ExpiringTo', label: 'reports:fields.ExpiryDays' },
    ExpiryBy: ExpiryBy.options,
    OutletCode: 'outlet',
    CardCategoryCode: { choices: cardCategoryChoices },
    PointsFrom: 'text',
    ContactableYN: 'yes-no',
  },
  opens: { ExpiryBy: 'Member' },
  figures: ['Members', 'PointToExpire', 'ExpiryValue', 'WithReward'],
  // Rows by month cannot be selected for bulk actions, because each row counts several customers.
  ticked: (filters) => (byMonth(filters) ? undefined : []),
  // A member has a row for each month of expiry.
  rowName: ({ CustomerName, ExpiryMonth }) =>
    [CustomerName && personName(CustomerName), formatMonth(ExpiryMonth)].filter(Boolean).join(', '),
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
  drill: {
    // The number of members links to the members of the row's month.
    Members: ({ ExpiryMonth, CustomerId }, filters) => {
      if (CustomerId !== null) return undefined
      const { from, to } = daysOfMonth(ExpiryMonth)
      return `?${new URLSearchParams({ ...filters, ExpiryBy: 'Member', ExpiringFrom: from, ExpiringTo: to })}`
    },
  },
  chart: (filters) =>
    byMonth(filters)
      ? { kind: 'bar', title: 'reports:pointExpiryChart', label: 'ExpiryMonth', figures: ['PointToExpire'] }
      : undefined,
  next: ({ ExpiringFrom, ExpiringTo }) => [
    {
      label: 'reports:next.expiryRewards',
      to: expiryRewardsPath(ExpiringFrom && ExpiringTo ? { DateFrom: ExpiringFrom, DateTo: ExpiringTo } : {}),
      role: 'Point Expiry Reward',
    },
    { label: 'reports:next.rescue', to: rescuePath(), role: ['Customer', 'Point Expiry', 'Point Expiry Reward'] },
    { label: 'reports:next.segment', to: segmentAddPath(), role: 'Campaign' },
  ],
  meanings: ['toExpire'],
})
