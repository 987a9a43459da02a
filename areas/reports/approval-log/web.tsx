import { ApprovalStatus } from '#areas/approvals/contract.ts'
import { approvalsPath } from '#areas/approvals/paths.ts'
import { createReportPage } from '../web/engine/page.ts'
import { TranslatedAreaValue } from '../web/OfArea.tsx'
import { approvalLogReport } from './contract.ts'

export const approvalLogPage = createReportPage(approvalLogReport, {
  columns: [
    { field: 'RequestedAt', second: 'OutletCode' },
    {
      field: 'Kind',
      second: 'MembershipNo',
      render: ({ Kind }) => <TranslatedAreaValue area="approvals" field="Kind" value={Kind} />,
    },
    'RequestedBy',
    'Status',
    { field: 'DecidedBy', second: 'DecidedAt' },
    'DecisionRemark',
    'HoursWaited',
  ],
  optional: ['ObjectType', 'ObjectId'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:fields.RequestedAt' },
    OutletCode: 'outlet',
    Status: ApprovalStatus.options,
    Kind: 'text',
    RequestedBy: 'text',
    DecidedBy: 'text',
    MembershipNo: 'capitals',
  },
  figures: ['Approvals', 'Approved', 'Rejected', 'AverageHours'],
  rowLink: ({ ApprovalId }) => approvalsPath({ id: ApprovalId }),
  meanings: ['waited'],
})
