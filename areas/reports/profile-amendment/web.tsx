import { ActionType } from '#areas/customers/contract/amendments.ts'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { formatDate } from '#kit/web/format.ts'
import { useLabels } from '#kit/web/labels.ts'
import { EmptyValueDash } from '#kit/web/table/columns.tsx'
import { createReportPage } from '../web/engine/page.ts'
import { createTotalsPage } from '../web/engine/totals.tsx'
import { profileAmendmentReport, profileAmendmentTotalsReport } from './contract.ts'

const Field = ({ name }: { name: string }) => useLabels('customers').field(name)
const ValueLabel = ({ field, value }: { field: string; value: string }) => useLabels('customers').value(field, value)

/** Formats one value of a profile field. */
const formatValue = (field: string, value: string) => {
  if (field === 'DateOfBirth') return formatDate(value)
  return field === 'Gender' || field === 'IdType' ? <ValueLabel field={field} value={value} /> : value
}

export const profileAmendmentPage = createReportPage(profileAmendmentReport, {
  columns: [
    { field: 'UpdatedAt', second: 'ActionType' },
    { field: 'CustomerName', second: 'MembershipNo' },
    { field: 'FieldName', render: ({ FieldName }) => <Field name={FieldName} /> },
    {
      field: 'Previous',
      render: ({ FieldName, Previous }) =>
        Previous ? <del>{formatValue(FieldName, Previous)}</del> : <EmptyValueDash />,
    },
    {
      field: 'Updated',
      render: ({ FieldName, Updated }) => (Updated ? <ins>{formatValue(FieldName, Updated)}</ins> : <EmptyValueDash />),
    },
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

export const profileAmendmentTotalsPage = createTotalsPage(profileAmendmentTotalsReport, {
  by: {
    Staff: { title: 'reports:fields.UpdatedBy', filter: 'UpdatedById', people: true },
    Action: { title: 'reports:fields.ActionType', filter: 'ActionType', words: 'ActionType' },
  },
  columns: ['Changes', 'Customers', 'Reviewed', 'Waiting'],
  rows: profileAmendmentPage,
})
