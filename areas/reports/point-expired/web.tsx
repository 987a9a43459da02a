import { customerPath } from '#areas/customers/paths.ts'
import { cardCategoryChoices } from '#areas/memberships/web/index.ts'
import { reportPage } from '../web/engine/page.ts'
import { pointExpired } from './contract.ts'

export const page = reportPage(pointExpired, {
  columns: [
    { field: 'ExpiredOn', as: 'date' },
    { field: 'CustomerName', second: 'MembershipNo' },
    { field: 'CardCategoryCode', second: 'MemberType' },
    'RegisteredOutletCode',
    'PointExpired',
    { field: 'ExpiryValue', as: 'money' },
    { field: 'EarnedOn', as: 'date' },
    'InvoiceNo',
  ],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    CardCategoryCode: { choices: cardCategoryChoices },
  },
  figures: ['Members', 'PointExpired', 'ExpiryValue', 'ExpiryRate'],
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
  meanings: ['expired'],
})
