import { customerPath } from '#areas/customers/paths.ts'
import { formatMonth } from '#kit/web/format.ts'
import { createReportPage } from '../web/engine/page.ts'
import { pointSummaryReport } from './contract.ts'

/** Replaces months by their names in a text such as `2026-12: 40 · 2027-02: 25`. */
const formatMonths = (months: string) => months.replace(/\d{4}-\d\d/g, (month) => formatMonth(month))

export const pointSummaryPage = createReportPage(pointSummaryReport, {
  columns: [
    { field: 'CustomerName', second: 'MembershipNo' },
    { field: 'CardCategoryCode', second: 'MemberType' },
    'TotalPointsEarned',
    'TotalPointsRedeemed',
    'TotalPointsReversed',
    'TotalPointsExpired',
    'TotalPointsAdjusted',
    'TotalPointsMerged',
    'PointBalance',
    'Pending',
    'Arrears',
    'Available',
    { field: 'ExpiringByMonth', render: ({ ExpiringByMonth: months }) => months && formatMonths(months) },
    'LastEarned',
    'LastRedeemed',
  ],
  optional: ['RegisteredOutletCode', 'PointsExpiring'],
  search: { MembershipNo: 'capitals', CustomerIDNo: 'capitals', ContactNo: 'text' },
  figures: ['PointBalance', 'Available', 'Pending', 'PointsExpiring'],
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
  canRun: ({ MembershipNo, CustomerIDNo, ContactNo }) => Boolean(MembershipNo || CustomerIDNo || ContactNo),
  hint: 'reports:askMember',
  meanings: ['available', 'arrears'],
})
