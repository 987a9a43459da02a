import { CustomerRewardStatus } from '#areas/customer-rewards/contract/statuses.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { createReportPage } from '../web/engine/page.ts'
import { createTotalsPage } from '../web/engine/totals.tsx'
import { premiumGiftReport, premiumGiftTotalsReport } from './contract.ts'

export const premiumGiftPage = createReportPage(premiumGiftReport, {
  columns: [
    { field: 'ReferenceCode', second: 'InvoiceNo' },
    { field: 'RewardName', second: 'RewardCode' },
    { field: 'CustomerName', second: 'MembershipNo' },
    'Status',
    'Points',
    { field: 'RedeemedDate', second: 'RedeemedOutletCode' },
    { field: 'CollectedDate', second: 'CollectedOutletCode' },
    'DaysWaiting',
  ],
  optional: ['BirthdayPriceYN', 'RedeemedBy', 'CollectedBy', 'MemberType', 'CardCategoryCode', 'RegisteredOutletCode'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    Status: CustomerRewardStatus.options,
    RewardCode: 'capitals',
    CollectOutletCode: { choices: 'outlet' },
    CollectedFrom: { until: 'CollectedTo', label: 'reports:fields.CollectedDate' },
  },
  figures: ['Redeemed', 'Collected', 'Waiting', 'Cancelled', 'Points'],
  empty: () => 'reports:listNotFound',
  meanings: ['pointsSpent'],
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
})

export const premiumGiftTotalsPage = createTotalsPage(premiumGiftTotalsReport, {
  by: {
    Reward: { title: 'reports:fields.RewardName', filter: 'RewardCode' },
    Outlet: { title: 'reports:fields.RedeemedOutletCode', filter: 'OutletCode', codes: 'OutletCode' },
  },
  columns: ['Redeemed', 'Collected', 'Waiting', 'Cancelled', 'Points', 'StockLeft'],
  rows: premiumGiftPage,
})
