import { Button, Form, Tag } from 'antd'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import type { FormField } from '#kit/web/form/fields.ts'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, Muted, Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import { RowActions } from '#kit/web/table/RowActions.tsx'
import { useCall } from '#kit/web/useCall.ts'
import {
  type Address,
  addAddress,
  deleteAddress,
  MALAYSIA_COUNTRY_NAME,
  restoreAddress,
  updateAddress,
} from '../../contract/addresses.ts'
import { type CustomerView, isCustomerEditable } from '../../contract/customers.ts'
import { usePostcode } from '../usePostcode.ts'

/** The card with the postal addresses of a customer, the primary address first. */
export function AddressesCard({ customer }: { customer: CustomerView }) {
  const t = useT()
  const { has } = useSession()
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Address>()
  const writes = has('Customer') && isCustomerEditable(customer)
  return (
    <Card
      title={t('customers:address.title')}
      extra={
        writes && (
          <Button size="small" icon={<PlusIcon aria-hidden />} onClick={() => setAdding(true)}>
            {t('customers:address.add')}
          </Button>
        )
      }
    >
      {customer.Addresses.length === 0 && <Muted as="p">{t('customers:address.empty')}</Muted>}
      <EntryList>
        {customer.Addresses.map((address) => (
          <AddressCard key={address.AddressId} address={address} writes={writes} onEdit={() => setEdited(address)} />
        ))}
      </EntryList>
      <FormDialog
        area="customers"
        title={t('customers:address.add')}
        open={adding}
        onClose={() => setAdding(false)}
        call={addAddress}
        columns={2}
        initial={{ AddressType: 'Home', Country: MALAYSIA_COUNTRY_NAME }}
        fixed={{ CustomerId: customer.CustomerId }}
        fields={customer.Addresses.length === 0 ? addressFields : [...addressFields, 'IsPrimaryYN']}
        done="customers:address.created"
        failed="customers:address.createFailed"
      >
        <PostcodeFill />
      </FormDialog>
      <FormDialog
        area="customers"
        title={t('customers:address.edit')}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        call={updateAddress}
        columns={2}
        initial={edited}
        fields={[...addressFields, 'ReturnedMailYN']}
        done="customers:address.updated"
        failed="customers:address.updateFailed"
      >
        <PostcodeFill known={edited?.Postcode} />
      </FormDialog>
    </Card>
  )
}

type PlaceField = FormField<typeof addAddress> & FormField<typeof updateAddress>

const malaysian = (values: Record<string, unknown>) => values.Country === MALAYSIA_COUNTRY_NAME
const addressFields: PlaceField[] = [
  { name: 'Line1', wide: true },
  { name: 'Line2', wide: true },
  { name: 'Line3', wide: true },
  { name: 'Postcode', help: 'customers:address.postcodeHelp' },
  'City',
  { name: 'State', choices: { list: 'MalaysianState' }, show: malaysian },
  { name: 'State', show: (values) => !malaysian(values) },
  { name: 'Country', choices: { list: 'Country' } },
  { name: 'AddressType', choices: { list: 'AddressType' } },
]

/** Fills in city and state by the postcode, unless the record already stores that postcode. */
function PostcodeFill({ known }: { known?: string | null | undefined }) {
  const form = Form.useFormInstance()
  const country: unknown = Form.useWatch('Country', form)
  const typed: unknown = Form.useWatch('Postcode', form)
  const requested = country === MALAYSIA_COUNTRY_NAME && typeof typed === 'string' && typed !== known ? typed : ''
  usePostcode(requested, ({ City, State }) => form.setFieldsValue({ City, State }))
  return null
}

function AddressCard({ address, writes, onEdit }: { address: Address; writes: boolean; onEdit: () => void }) {
  const t = useT()
  const labels = useLabels('customers')
  const primary = useCall(updateAddress, {
    done: 'customers:address.updated',
    failed: 'customers:address.updateFailed',
  })
  const remove = useCall(deleteAddress, {
    done: 'customers:address.deleted',
    failed: 'customers:address.deleteFailed',
    undo: ({ AddressId }) => call(restoreAddress, { AddressId }),
  })
  const { AddressId, Version } = address
  const town = [address.Postcode, address.City].filter(Boolean).join(' ')
  return (
    <li>
      <div className="carat-entry">
        <Row>
          <strong>{labels.value('AddressType', address.AddressType)}</strong>
          {address.IsPrimaryYN === 'Y' && <Tag style={{ margin: 0 }}>{t('customers:address.primary')}</Tag>}
          {address.ReturnedMailYN === 'Y' && (
            <Tag color="warning" style={{ margin: 0 }}>
              {t('customers:fields.ReturnedMailYN')}
            </Tag>
          )}
        </Row>
        <address>
          {[
            address.Line1,
            address.Line2,
            address.Line3,
            town,
            [address.State, address.Country].filter(Boolean).join(listSeparator()),
          ]
            .filter(Boolean)
            .join('\n')}
        </address>
      </div>
      {writes && (
        <RowActions
          name={address.Line1}
          actions={[
            { label: t('kit:verbs.edit'), run: onEdit },
            {
              label: t('customers:address.makePrimary'),
              disabled: address.IsPrimaryYN === 'Y' && t('customers:address.isPrimary'),
              run: () => primary.mutateAsync({ AddressId, Version, IsPrimaryYN: 'Y' }),
            },
            {
              label: t('kit:verbs.delete'),
              danger: true,
              confirm: t('customers:address.deleteQuestion', { address: address.Line1 }),
              run: () => remove.mutateAsync({ AddressId }),
            },
          ]}
        />
      )}
    </li>
  )
}
