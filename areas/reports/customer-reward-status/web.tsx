import { CustomerRewardStatus } from '#areas/customer-rewards/contract/statuses.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { RewardType } from '#areas/rewards/contract/rewards.ts'
import { reportPage } from '../web/engine/page.ts'
import { customerRewardStatus } from './contract.ts'

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
  meanings: ['given'],
})
