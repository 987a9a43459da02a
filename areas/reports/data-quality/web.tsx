import { MemberType } from '#areas/customers/contract/customers.ts'
import { qualityPath } from '#areas/data-quality/paths.ts'
import { createReportPage } from '../web/engine/page.ts'
import { dataQualityReport } from './contract.ts'

export const dataQualityPage = createReportPage(dataQualityReport, {
  columns: ['Issue', 'Customers', 'Share'],
  search: {
    OutletCode: { kind: 'outlet', label: 'kit:fields.RegisteredOutletCode' },
    MemberType: MemberType.options,
  },
  figures: ['CustomersChecked', 'WithIssues', 'Complete', 'CompleteShare'],
  // The number of customers links to the list of customers with the row's data issue.
  drill: {
    Customers: ({ Issue }, { OutletCode, MemberType: type }) =>
      `${qualityPath()}?${new URLSearchParams({
        Issue,
        ...(OutletCode && { RegisteredOutletCode: OutletCode }),
        ...(type && { MemberType: type }),
      })}`,
  },
  chart: () => ({ kind: 'bar', title: 'reports:dataQualityChart', label: 'Issue', figures: ['Customers'] }),
  meanings: ['quality'],
})
