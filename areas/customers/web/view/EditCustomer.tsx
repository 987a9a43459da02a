import { Button } from 'antd'
import { useState } from 'react'
import { useCustomFields } from '#areas/custom-fields/web/index.ts'
import { listStaffs } from '#areas/staff/contract.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import type { ControlProps, FormField } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { RecordPicker } from '#kit/web/RecordPicker.tsx'
import {
  type CustomerFieldName,
  customerFieldDeclarations,
  customerFieldNames,
} from '../../contract/customer-fields.ts'
import { type CustomerView, isCustomerEditable, updateCustomer } from '../../contract/customers.ts'
import { DuplicateCustomerCheck, DuplicateMergeNotice, type PossibleDuplicate } from '../add/duplicates.tsx'
import { IdentityField } from '../add/IdentityField.tsx'
import { ReferrerField } from '../add/ReferrerField.tsx'
import { toCustomerFormField } from '../form-field.ts'
import { LeadSourceField } from '../LeadSourceField.tsx'
import { useEditDialogInUrl } from './editing.ts'

type Field = FormField<typeof updateCustomer>

/** The form for the fields that staff can change directly. A change of the identity number must be requested. */
export function EditCustomerDialog({ customer }: { customer: CustomerView }) {
  const t = useT()
  const [open, setOpen] = useEditDialogInUrl()
  const [identity, setIdentity] = useState(false)
  const [duplicates, setDuplicates] = useState<readonly PossibleDuplicate[]>([])
  const customFields = useCustomFields('Customer', customer.CustomValues)
  const asksIdentity = identity || customer.IdNo === null
  return (
    <FormDialog
      area="customers"
      title={t('customers:view.edit', { name: formatPersonName(customer.FullName) })}
      open={open && isCustomerEditable(customer)}
      onClose={() => {
        setOpen(false)
        setIdentity(false)
      }}
      columns={2}
      call={updateCustomer}
      initial={{ ...customer, IdNo: null, IdType: customer.IdType ?? 'NRIC' }}
      fields={[
        ...(asksIdentity ? identityFields(duplicates) : []),
        ...personFields(customer),
        ...withHeadings(customFields),
      ]}
      note={
        <>
          <DuplicateMergeNotice CustomerId={customer.CustomerId} found={duplicates} />
          {!asksIdentity && (
            <Muted as="p">
              {t('customers:view.identityUnchanged', { number: customer.IdNo ?? '' })}{' '}
              <Button type="link" size="small" onClick={() => setIdentity(true)}>
                {t('customers:view.changeIdentity')}
              </Button>
            </Muted>
          )}
        </>
      }
      done="customers:done.updated"
      failed="customers:failed.update"
      draft={`customers.edit.${customer.CustomerId}`}
    >
      <DuplicateCustomerCheck CustomerId={customer.CustomerId} onFound={setDuplicates} />
    </FormDialog>
  )
}

const withHeadings = (fields: readonly Field[]): Field[] =>
  fields.length > 0 ? [{ section: 'kit:form.moreFields' }, ...fields] : []

const hasIdentity = (values: Record<string, unknown>) => values.IdNotGivenYN !== 'Y'

const identityFields = (duplicates: readonly PossibleDuplicate[]): Field[] => [
  { section: 'customers:add.identity' },
  { name: 'IdType', choices: { list: 'IDType' }, show: hasIdentity },
  { name: 'IdNo', show: hasIdentity, control: (props) => <IdentityField {...props} found={duplicates} /> },
  { name: 'IdNotGivenYN', wide: true, help: 'customers:add.notGivenHelp' },
]

const personFields = (customer: CustomerView): Field[] => {
  const ownWay: { [Name in CustomerFieldName]?: Field } = {
    FullName: { name: 'FullName', wide: true },
    RecommendMembershipNo: {
      name: 'RecommendMembershipNo',
      wide: true,
      control: (props) => <ReferrerField {...props} CustomerId={customer.CustomerId} />,
    },
    LeadSourceId: {
      name: 'LeadSourceId',
      control: (props) => <LeadSourceField {...props} name={customer.LeadSourceName} />,
    },
    PreferredStaffId: { name: 'PreferredStaffId', control: (props) => <StaffField {...props} customer={customer} /> },
  }
  // A referrer that is already named cannot be changed.
  const settled = customer.RecommendMembershipNo ? 'RecommendMembershipNo' : undefined
  return (['person', 'contact', 'work', 'family'] as const).flatMap((section): Field[] => [
    { section: `customers:edit.${section}` },
    ...customerFieldNames
      .filter((name) => customerFieldDeclarations[name].section === section && name !== settled)
      .map((name) => ownWay[name] ?? toCustomerFormField(name)),
  ])
}

/** The form field for the customer's preferred adviser. */
function StaffField({ customer, value, onChange, ...rest }: ControlProps & { customer: CustomerView }) {
  const currentStaff =
    customer.PreferredStaffId !== null
      ? { value: `${customer.PreferredStaffId}`, label: customer.PreferredStaffName ?? `${customer.PreferredStaffId}` }
      : undefined
  return (
    <RecordPicker
      {...rest}
      name="customers.staff"
      chosen={currentStaff}
      value={typeof value === 'number' ? `${value}` : null}
      onChange={(id) => onChange?.(id === null ? null : Number(id))}
      find={async (typed) => {
        const { rows } = await call(listStaffs, { Rows: 20, Search: { Q: typed, Status: 'Active' } })
        return rows.map(({ StaffId, FullName, BuildingCode }) => ({
          value: `${StaffId}`,
          label: formatPersonName(FullName),
          hint: BuildingCode,
        }))
      }}
    />
  )
}
