import { ActionType } from '#areas/customers/contract/amendments.ts'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { Nothing } from '#kit/web/table/columns.tsx'
import { reportPage } from '../web/engine/page.ts'
import { totalsPage } from '../web/engine/totals.tsx'
import { profileAmendment, profileAmendmentTotals } from './contract.ts'

export const page = reportPage(profileAmendment, {
  columns: [
    { field: 'UpdatedAt', second: 'ActionType' },
    { field: 'CustomerName', second: 'MembershipNo' },
    'FieldName',
    { field: 'Previous', render: ({ Previous }) => (Previous ? <del>{Previous}</del> : <Nothing />) },
    { field: 'Updated', render: ({ Updated }) => (Updated ? <ins>{Updated}</ins> : <Nothing />) },
    { field: 'UpdatedBy', second: 'Source' },
    'OutletCode',
    { field: 'ReviewedBy', second: 'ReviewedDate' },
  ],
  optional: ['MemberType', 'CardCategoryCode', 'RegisteredOutletCode'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    MemberType: MemberType.options,
    ActionType: ActionType.options,
    ReviewedYN: 'yes-no',
    CustomerId: 'text',
    UpdatedById: 'text',
  },
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
})

export const totals = totalsPage(profileAmendmentTotals, {
  by: {
    Staff: { title: 'reports:fields.UpdatedBy', asks: 'UpdatedById', people: true },
    Action: { title: 'reports:fields.ActionType', asks: 'ActionType', words: 'ActionType' },
  },
  columns: ['Changes', 'Customers', 'Reviewed', 'Waiting'],
  rows: page,
})
