import { customerPath } from '#areas/customers/paths.ts'
import { expiryRewardsPath, rescuePath } from '#areas/expiry/paths.ts'
import { fetchActiveCardCategoryChoices } from '#areas/memberships/web/index.ts'
import { segmentAddPath } from '#areas/segments/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { formatMonth } from '#kit/web/format.ts'
import { firstAndLastDayOf } from '../web/choices.ts'
import { createReportPage, type ReportFilters } from '../web/engine/page.ts'
import { ExpiryBy, pointExpiryReport } from './contract.ts'

const byMonth = ({ ExpiryBy: by }: ReportFilters) => by === 'Month'

const month = {
  field: 'ExpiryMonth',
  render: ({ ExpiryMonth }: { ExpiryMonth: string }) => formatMonth(ExpiryMonth),
} as const
const value = { field: 'ExpiryValue', as: 'money' } as const

export const pointExpiryPage = createReportPage(pointExpiryReport, {
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
    CardCategoryCode: { choices: fetchActiveCardCategoryChoices },
    PointsFrom: 'text',
    ContactableYN: 'yes-no',
  },
  opens: { ExpiryBy: 'Member' },
  figures: ['Members', 'PointToExpire', 'ExpiryValue', 'WithReward'],
  // Rows by month cannot be selected for bulk actions, because each row counts several customers.
  ticked: (filters) => (byMonth(filters) ? undefined : []),
  // A member has a row for each month of expiry.
  rowName: ({ CustomerName, ExpiryMonth }) =>
    [CustomerName && formatPersonName(CustomerName), formatMonth(ExpiryMonth)].filter(Boolean).join(', '),
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
  drill: {
    // The number of members links to the members of the row's month.
    Members: ({ ExpiryMonth, CustomerId }, filters) => {
      if (CustomerId !== null) return undefined
      const { from, to } = firstAndLastDayOf(ExpiryMonth)
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
