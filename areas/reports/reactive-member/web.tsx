import { targetListPath } from '#areas/campaigns/paths.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { salePath } from '#areas/sales/paths.ts'
import { tasksPath } from '#areas/tasks/paths.ts'
import { loadCampaignChoices } from '../web/choices.ts'
import { createReportPage } from '../web/engine/page.ts'
import { reactiveMemberReport } from './contract.ts'

export const reactiveMemberPage = createReportPage(reactiveMemberReport, {
  columns: [
    { field: 'CustomerName', second: 'MembershipNo' },
    { field: 'CardCategoryCode', second: 'MemberType' },
    { field: 'PreviousPurchase', as: 'date' },
    { field: 'ReturnedOn', as: 'date' },
    'GapDays',
    'InvoiceNo',
    'OutletCode',
    'Net',
  ],
  optional: ['SalesPersonCode', { field: 'CampaignName', second: 'CampaignCode' }, 'TaskName', 'RegisteredOutletCode'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    Months: 'text',
    CampaignCode: { choices: loadCampaignChoices },
  },
  figures: ['Members', 'InactiveBefore', 'ReturnShare', 'Net'],
  empty: () => 'reports:listNotFound',
  ticked: [],
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
  drill: {
    InvoiceNo: ({ InvoiceNo }) => salePath({ TransactionType: 'N', InvoiceNo }),
    CampaignName: ({ CampaignCode }) => (CampaignCode === null ? undefined : targetListPath({ CampaignCode })),
    TaskName: ({ TaskId: task }) => (task === null ? undefined : tasksPath({ task })),
  },
  meanings: ['inactive', 'net'],
})
