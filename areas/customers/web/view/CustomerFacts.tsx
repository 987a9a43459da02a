import { Alert, Button } from 'antd'
import { CircleCheckIcon } from 'lucide-react'
import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { Masked } from '#kit/web/Masked.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import { type CustomerFieldName, customerFieldNames, declared } from '../../contract/customer-fields.ts'
import { type CustomerView, revealIdentity, CustomerView as Schema } from '../../contract/customers.ts'

const first: readonly CustomerFieldName[] = [
  'FullName',
  'IdType',
  'IdNo',
  'IdNotGivenYN',
  'ContactNo',
  'Email',
  'DateOfBirth',
  'Gender',
  'Language',
  'RegisteredOutletCode',
  'Remarks',
]

const more = [
  ...customerFieldNames
    .filter((name) => !first.includes(name))
    .map((name) =>
      name === 'PreferredStaffId'
        ? 'PreferredStaffName'
        : declared[name].date
          ? { field: name, as: 'date' as const }
          : name,
    ),
  'RegistrationSource' as const,
  'CreatedAt' as const,
]

const reached = [
  {
    field: 'ContactNo' as const,
    copy: true,
    render: ({ ContactNo }: CustomerView) => <span dir="ltr">{ContactNo}</span>,
  },
  { field: 'Email' as const, copy: true, render: (row: CustomerView) => <EmailAddress customer={row} /> },
]

/** Who the customer is. What is empty is left out until somebody wants to see it all. */
export function CustomerFacts({ customer }: { customer: CustomerView }) {
  const t = useT()
  const { has, may } = useSession()
  const [all, setAll] = useState(false)
  const reveals = customer.IdNo !== null && has('Customer') && may('View Identity Number')
  return (
    <Card title={t('customers:view.details')}>
      {customer.NricWarnings.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={customer.NricWarnings.map((warning) => <div key={warning}>{t(`customers:nric.${warning}`)}</div>)}
        />
      )}
      <RecordFacts
        area="customers"
        of={Schema}
        record={customer}
        fields={[
          {
            field: 'IdNo',
            render: ({ IdType, IdNo, CustomerId }) =>
              IdNo === null ? (
                t('customers:view.noIdentity')
              ) : (
                <Row gap="s" as="span">
                  <span>{IdType}</span>
                  <Masked
                    name={t('customers:fields.IdNo')}
                    masked={IdNo}
                    reveal={
                      reveals ? async (Reason) => (await call(revealIdentity, { CustomerId, Reason })).IdNo : undefined
                    }
                  />
                </Row>
              ),
          },
          ...(customer.DateOfBirth || all ? [{ field: 'DateOfBirth' as const, as: 'date' as const }] : []),
          ...(customer.Gender || all ? [{ field: 'Gender' as const, as: 'value' as const }] : []),
          ...(customer.Language || all ? [{ field: 'Language' as const, as: 'value' as const }] : []),
          'RegisteredOutletCode',
          ...(customer.Remarks ? [{ field: 'Remarks' as const, wide: true }] : []),
          // The head of the page tells how to reach them; here it is copied, and said whether it was verified.
          ...(all ? [...reached, ...more] : []),
        ]}
      />
      <Button type="link" style={{ paddingInline: 0 }} aria-expanded={all} onClick={() => setAll(!all)}>
        {t(all ? 'customers:view.less' : 'customers:view.all')}
      </Button>
    </Card>
  )
}

function EmailAddress({ customer }: { customer: Pick<CustomerView, 'Email' | 'VerifiedEmailYN'> }) {
  const t = useT()
  if (!customer.Email) return <span aria-hidden>–</span>
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
