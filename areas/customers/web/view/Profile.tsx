import { CircleCheckIcon } from 'lucide-react'
import { CustomFieldFacts } from '#areas/custom-fields/web/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, SideColumnLayout, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { PhoneText } from '#kit/web/PhoneText.tsx'
import { Card } from '#kit/web/Sections.tsx'
import {
  type CustomerFieldName,
  customerFieldDeclarations,
  customerFieldNames,
} from '../../contract/customer-fields.ts'
import { type CustomerView, CustomerView as Schema } from '../../contract/customers.ts'
import { EditCustomerButton, NricWarningsAlert, RevealableIdentityNumber } from './AboutCard.tsx'
import { AddressesCard } from './Addresses.tsx'

const isEmpty = (value: unknown) =>
  value === null || value === '' || value === 'N' || (Array.isArray(value) && value.length === 0)

// The list omits fields that the page shows elsewhere, such as the name in the header.
const profileFields = customerFieldNames.filter(
  (name) => name !== 'FullName' && name !== 'PreferredStaffId' && name !== 'LeadSourceId' && name !== 'IdType',
)

/** Shows all stored details of a customer. The labels of empty fields are in one line. */
export function CustomerProfile({ customer }: { customer: CustomerView }) {
  const t = useT()
  const labels = useLabels('customers')
  const isFilled = (name: CustomerFieldName) => name === 'IdNo' || !isEmpty(customer[name])
  const missing = profileFields.filter((name) => !isFilled(name) && name !== 'IdNotGivenYN')
  return (
    <SideColumnLayout side={<AddressesCard customer={customer} />}>
      <Card title={t('customers:view.details')} extra={<EditCustomerButton customer={customer} />}>
        <Stack gap="l">
          <NricWarningsAlert customer={customer} />
          <RecordFacts
            area="customers"
            of={Schema}
            record={customer}
            fields={[
              ...profileFields.filter(isFilled).map((field) =>
                field === 'IdNo'
                  ? { field, render: (row: CustomerView) => <RevealableIdentityNumber customer={row} /> }
                  : field === 'ContactNo'
                    ? {
                        field,
                        copy: true,
                        render: ({ ContactNo }: CustomerView) => ContactNo && <PhoneText number={ContactNo} />,
                      }
                    : field === 'Email'
                      ? { field, copy: true, render: (row: CustomerView) => <EmailAddress customer={row} /> }
                      : customerFieldDeclarations[field].date
                        ? { field, as: 'date' as const }
                        : field === 'Gender' || field === 'Language'
                          ? { field, as: 'value' as const }
                          : { field, wide: field === 'Remarks' },
              ),
              ...(customer.PreferredStaffName
                ? [
                    {
                      field: 'PreferredStaffName' as const,
                      render: (row: CustomerView) => <bdi>{formatPersonName(row.PreferredStaffName ?? '')}</bdi>,
                    },
                  ]
                : []),
              ...(customer.LeadSourceName ? ['LeadSourceName' as const] : []),
              'RegistrationSource',
              'CreatedAt',
            ]}
          />
          {missing.length > 0 && (
            <Muted as="p">
              {t('customers:view.missing', { fields: missing.map((name) => labels.field(name)).join(listSeparator()) })}
            </Muted>
          )}
        </Stack>
      </Card>
      <CustomFieldFacts of="Customer" values={customer.CustomValues} />
    </SideColumnLayout>
  )
}

function EmailAddress({ customer }: { customer: Pick<CustomerView, 'Email' | 'VerifiedEmailYN'> }) {
  const t = useT()
  return (
    <span className="carat-two-lines">
      <span>{customer.Email}</span>
      {customer.VerifiedEmailYN === 'Y' && (
        <span className="carat-good">
          <CircleCheckIcon aria-hidden /> {t('customers:view.verified')}
        </span>
      )}
    </span>
  )
}
