import { customerPath } from '#areas/customers/paths.ts'
import { reportPage } from '../web/engine/page.ts'
import { pointSummary } from './contract.ts'

export const page = reportPage(pointSummary, {
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
    'ExpiringByMonth',
    'LastEarned',
    'LastRedeemed',
  ],
  optional: ['RegisteredOutletCode', 'PointsExpiring'],
  search: { MembershipNo: 'capitals', CustomerIDNo: 'capitals', ContactNo: 'text' },
  figures: ['PointBalance', 'Available', 'Pending', 'PointsExpiring'],
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
  asks: ({ MembershipNo, CustomerIDNo, ContactNo }) => Boolean(MembershipNo || CustomerIDNo || ContactNo),
  ask: 'reports:askMember',
  meanings: ['available', 'arrears'],
})
