import { formatMonth, formatPoints } from '#kit/web/format.ts'
import { createReportPage } from '../web/engine/page.ts'
import { pointStatementReport } from './contract.ts'

export const pointStatementPage = createReportPage(pointStatementReport, {
  columns: [
    { field: 'SequenceNo', phone: null },
    'BusinessDate',
    'Movement',
    { field: 'InvoiceNo', second: 'ReferenceCode' },
    'OutletCode',
    'Remark',
    'PointsEarned',
    'PointsUsed',
    'PointsReversed',
    'PointsExpired',
    'PointsOther',
    'Balance',
    'ExpiryDate',
  ],
  search: {
    MembershipNo: 'capitals',
    CustomerIDNo: 'capitals',
    ContactNo: 'text',
    DateFrom: { until: 'DateTo', label: 'reports:days' },
  },
  figures: ['Opening', 'PointsEarned', 'PointsUsed', 'Closing'],
  below: ({ ExpiringByMonth: months }) =>
    months
      ? {
          title: 'reports:fields.ExpiringByMonth',
          entries: months.split(' · ').map((entry) => {
            const [month = '', points = ''] = entry.split(': ')
            return { label: formatMonth(month), value: formatPoints(Number(points)) }
          }),
        }
      : undefined,
  canRun: ({ MembershipNo, CustomerIDNo, ContactNo }) => Boolean(MembershipNo || CustomerIDNo || ContactNo),
  hint: 'reports:askMember',
  meanings: ['balance', 'otherPoints'],
})
