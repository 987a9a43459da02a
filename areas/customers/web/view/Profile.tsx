import { CircleCheckIcon } from 'lucide-react'
import { CustomFacts } from '#areas/custom-fields/web/index.ts'
import { personName } from '#kit/contract/person.ts'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Split, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { type CustomerFieldName, customerFieldNames, declared } from '../../contract/customer-fields.ts'
import { type CustomerView, CustomerView as Schema } from '../../contract/customers.ts'
import { Edit, Identity, NricWarnings } from './AboutCard.tsx'
import { Addresses } from './Addresses.tsx'

const isEmpty = (value: unknown) =>
  value === null || value === '' || value === 'N' || (Array.isArray(value) && value.length === 0)

// The head of the page has the name; whom they like to be served by and where they came from are shown by name.
const named = customerFieldNames.filter(
  (name) => name !== 'FullName' && name !== 'PreferredStaffId' && name !== 'LeadSourceId' && name !== 'IdType',
)

/** All that is on file of the person. What is empty is named in one line. */
export function Profile({ customer }: { customer: CustomerView }) {
  const t = useT()
  const labels = useLabels('customers')
  const told = (name: CustomerFieldName) => name === 'IdNo' || !isEmpty(customer[name])
  const missing = named.filter((name) => !told(name) && name !== 'IdNotGivenYN')
  return (
    <Split side={<Addresses customer={customer} />}>
      <Card title={t('customers:view.details')} extra={<Edit customer={customer} />}>
        <Stack gap="l">
          <NricWarnings customer={customer} />
          <RecordFacts
            area="customers"
            of={Schema}
            record={customer}
            fields={[
              ...named.filter(told).map((field) =>
                field === 'IdNo'
                  ? { field, render: (row: CustomerView) => <Identity customer={row} /> }
                  : field === 'ContactNo'
                    ? {
                        field,
                        copy: true,
                        render: ({ ContactNo }: CustomerView) => <span dir="ltr">{ContactNo}</span>,
                      }
                    : field === 'Email'
                      ? { field, copy: true, render: (row: CustomerView) => <EmailAddress customer={row} /> }
                      : declared[field].date
                        ? { field, as: 'date' as const }
                        : field === 'Gender' || field === 'Language'
                          ? { field, as: 'value' as const }
                          : { field, wide: field === 'Remarks' },
              ),
              ...(customer.PreferredStaffName
                ? [
                    {
                      field: 'PreferredStaffName' as const,
                      render: (row: CustomerView) => <bdi>{personName(row.PreferredStaffName ?? '')}</bdi>,
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
              {t('customers:view.missing', { fields: missing.map((name) => labels.field(name)).join(', ') })}
            </Muted>
          )}
        </Stack>
      </Card>
      <CustomFacts of="Customer" values={customer.CustomValues} />
    </Split>
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
