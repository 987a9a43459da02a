import { MemberType } from '#areas/customers/contract/customers.ts'
import { customerPath } from '#areas/customers/paths.ts'
import type { ReportFilters } from '../web/engine/page.ts'
import { createReportPage } from '../web/engine/page.ts'
import { AnalysisType, customerAnalysisReport, ReportOption, ReportType } from './contract.ts'

const isDetail = ({ ReportType: type }: ReportFilters) => type === 'Detail'

export const customerAnalysisPage = createReportPage(customerAnalysisReport, {
  columns: (filters) =>
    isDetail(filters)
      ? [
          { field: 'MembershipNo' },
          'CustomerName',
          'Value',
          { field: 'RegisteredOutletCode' },
          'JoinDate',
          'TransactionDate',
          'Sales',
        ]
      : [{ field: 'Value' }, 'Total', 'Share', 'Sales'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    MemberType: MemberType.options,
    AnalysisType: AnalysisType.options,
    ReportOption: ReportOption.options,
    ReportType: ReportType.options,
    AnalysisValue: 'text',
  },
  groupedBy: 'AnalysisType',
  opens: { MemberType: 'Premium Member', AnalysisType: 'Gender', ReportOption: 'Join Analysis', ReportType: 'Summary' },
  figures: ['Total', 'Sales', 'SalesPerMember'],
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
  drill: {
    // The number of members links to the list of members with the row's value.
    Total: ({ MembershipNo, Value }, filters) =>
      MembershipNo === null
        ? `?${new URLSearchParams({ ...filters, ReportType: 'Detail', AnalysisValue: Value ?? '-' })}`
        : undefined,
  },
  chart: (filters) =>
    isDetail(filters)
      ? undefined
      : {
          kind: filters.AnalysisType === 'Date' ? 'line' : 'bar',
          title: 'reports:analysisChart',
          label: 'Value',
          figures: ['Total'],
        },
  meanings: ['joined', 'buying', 'net', 'share'],
  failed: 'reports:analysisFailed',
  unsaid: 'reports:analysisUnsaid',
})
