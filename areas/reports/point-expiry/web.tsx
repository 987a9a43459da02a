import { customerPath } from '#areas/customers/paths.ts'
import { reportPage } from '../web/engine/page.ts'
import { pointExpiry } from './contract.ts'

export const page = reportPage(pointExpiry, {
  columns: [
    'ExpiryMonth',
    { field: 'CustomerName', second: 'MembershipNo' },
    { field: 'CardCategoryCode', second: 'MemberType' },
    { field: 'ContactNo', second: 'Email' },
    'RegisteredOutletCode',
    'PointToExpire',
    { field: 'ExpiryValue', as: 'money' },
    'PointBalance',
    'ReferenceCode',
    'LastContactAt',
  ],
  search: {
    ExpiringFrom: { until: 'ExpiringTo', label: 'reports:fields.ExpiryDays' },
    OutletCode: 'outlet',
    CardCategoryCode: { choices: ({ tiers }) => tiers() },
    PointsFrom: 'text',
    ContactableYN: 'yes-no',
  },
  figures: ['Members', 'PointToExpire', 'ExpiryValue', 'WithReward'],
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
  meanings: ['toExpire'],
})
