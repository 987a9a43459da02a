import { customerPath } from '#areas/customers/paths.ts'
import { fetchActiveCardCategoryChoices } from '#areas/memberships/web/index.ts'
import { createReportPage } from '../web/engine/page.ts'
import { pointExpiredReport } from './contract.ts'

export const pointExpiredPage = createReportPage(pointExpiredReport, {
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
    CardCategoryCode: { choices: fetchActiveCardCategoryChoices },
  },
  figures: ['Members', 'PointExpired', 'ExpiryValue', 'ExpiryRate'],
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
  meanings: ['expired'],
})
