import { CustomerRewardStatus } from '#areas/customer-rewards/contract/statuses.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { RewardType } from '#areas/rewards/contract/rewards.ts'
import { reportPage } from '../web/engine/page.ts'
import { totalsPage } from '../web/engine/totals.tsx'
import { customerRewardStatus, customerRewardTotals } from './contract.ts'

export const page = reportPage(customerRewardStatus, {
  columns: [
    { field: 'ReferenceCode', second: 'Type' },
    { field: 'RewardName', second: 'RewardCode' },
    { field: 'CustomerName', second: 'MembershipNo' },
    'Status',
    'Points',
    'ValidityTo',
    { field: 'RedeemedDate', second: 'RedeemedBy' },
    { field: 'ClaimedDate', second: 'ClaimedBy' },
    { field: 'CollectedDate', second: 'CollectedBy' },
    { field: 'CancelledDate', second: 'CancelledBy' },
    { field: 'VoucherNo', second: 'InvoiceNo' },
  ],
  optional: [
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

export const totals = totalsPage(customerRewardTotals, {
  by: {
    Status: { title: 'kit:fields.Status', asks: 'Status', words: 'Status' },
    Reward: { title: 'reports:fields.RewardName', asks: 'RewardCode' },
    Type: { title: 'reports:fields.Type', asks: 'Type', words: 'Type' },
  },
  columns: ['Rewards', 'Active', 'HandedOver', 'Cancelled', 'Expired', 'Points'],
  rows: page,
})
