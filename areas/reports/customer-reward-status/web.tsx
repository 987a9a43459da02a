import { CustomerRewardStatus } from '#areas/customer-rewards/contract/statuses.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { RewardType } from '#areas/rewards/contract/rewards.ts'
import { createReportPage } from '../web/engine/page.ts'
import { createTotalsPage } from '../web/engine/totals.tsx'
import { customerRewardStatusReport, customerRewardTotalsReport } from './contract.ts'

export const customerRewardStatusPage = createReportPage(customerRewardStatusReport, {
  columns: [
    { field: 'ReferenceCode', second: 'Type' },
    { field: 'RewardName', second: 'RewardCode' },
    { field: 'CustomerName', second: 'MembershipNo' },
    'Status',
    'Points',
    'ValidityTo',
    { field: 'RedeemedDate', second: 'RedeemedBy' },
    { field: 'CollectedDate', second: 'CollectedBy' },
  ],
  optional: [
    { field: 'ClaimedDate', second: 'ClaimedBy' },
    { field: 'CancelledDate', second: 'CancelledBy' },
    { field: 'VoucherNo', second: 'InvoiceNo' },
    'ValidityFrom',
    'RedeemedOutletCode',
    'ClaimedOutletCode',
    'CollectedOutletCode',
    'CancelledOutletCode',
    'MemberType',
    'CardCategoryCode',
    'RegisteredOutletCode',
    'Remarks',
  ],
  search: {
    CreatedFrom: { until: 'CreatedTo', label: 'reports:days' },
    OutletCode: 'outlet',
    Status: CustomerRewardStatus.options,
    Type: RewardType.options,
    RewardCode: 'capitals',
    MembershipNo: 'capitals',
    ClaimedFrom: { until: 'ClaimedTo', label: 'reports:fields.ClaimedDate' },
    CollectedFrom: { until: 'CollectedTo', label: 'reports:fields.CollectedDate' },
    CancelledFrom: { until: 'CancelledTo', label: 'reports:fields.CancelledDate' },
    ExpiringFrom: { until: 'ExpiringTo', label: 'reports:fields.ValidityTo' },
  },
  figures: ['Rewards', 'Active', 'HandedOver', 'Cancelled'],
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
  meanings: ['given', 'pointsSpent'],
})

export const customerRewardTotalsPage = createTotalsPage(customerRewardTotalsReport, {
  by: {
    Status: { title: 'kit:fields.Status', filter: 'Status', words: 'Status' },
    Reward: { title: 'reports:fields.RewardName', filter: 'RewardCode' },
    Type: { title: 'reports:fields.Type', filter: 'Type', words: 'Type' },
  },
  columns: ['Rewards', 'Active', 'HandedOver', 'Cancelled', 'Expired', 'Points'],
  rows: customerRewardStatusPage,
})
