import { Modal } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { addAddress, listAddresses, MALAYSIA, updateAddress } from '#areas/customers/contract/addresses.ts'
import { addConsent } from '#areas/customers/contract/consents.ts'
import { findDuplicates, updateCustomer } from '#areas/customers/contract/customers.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { counterPath } from '#areas/memberships/paths.ts'
import { mergeAddPath } from '#areas/merges/paths.ts'
import { FormDialog, type FormField } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { notify } from '#kit/web/notify.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import type { CustomerWithIssues, Issue } from '../../contract/quality.ts'

type Props = { customer: CustomerWithIssues; issue: Issue; onClose: () => void }
type One = Omit<Props, 'issue'>

/** Fixes what one field alone cannot. */
export function Fix({ issue, ...one }: Props) {
  switch (issue) {
    case 'Consent':
      return <ConsentDialog {...one} />
    case 'Address':
      return <AddressDialog {...one} />
    case 'ReturnedMail':
      return <ReturnedMailDialog {...one} />
    case 'Duplicate':
      return <Duplicates {...one} />
    default:
      return <IdentityDialog {...one} />
  }
}

const hasIdentity = (values: Record<string, unknown>) => values.IdNotGivenYN !== 'Y'

function IdentityDialog({ customer, onClose }: One) {
  const t = useT()
  return (
    <FormDialog
      area="customers"
      open
      onClose={onClose}
      title={t('data-quality:quality.identityOf', { name: customer.FullName })}
      call={updateCustomer}
      initial={{
        CustomerId: customer.CustomerId,
        Version: customer.Version,
        IdType: customer.IdType ?? 'NRIC',
        IdNo: null,
      }}
      fields={[
        { name: 'IdType', choices: { list: 'IDType' }, show: hasIdentity },
        { name: 'IdNo', show: hasIdentity },
        ...(customer.MemberType === 'Premium Member' ? [] : (['IdNotGivenYN'] as const)),
      ]}
      note={customer.IdNo !== null && t('data-quality:quality.identityNow', { number: customer.IdNo })}
      done={(reply) => t('data-quality:quality.fixed', { name: reply.FullName })}
      failed="customers:failed.update"
    />
  )
}

function ConsentDialog({ customer, onClose }: One) {
  const t = useT()
  return (
    <FormDialog
      area="customers"
      open
      onClose={onClose}
      title={t('data-quality:quality.consentOf', { name: customer.FullName })}
      call={addConsent}
      initial={{ GrantedYN: 'Y', Source: 'Phone' }}
      fixed={{ CustomerId: customer.CustomerId, Channel: 'Service' }}
      fields={['GrantedYN', 'Source']}
      note={<Muted as="blockquote">{t('customers:wording.Service')}</Muted>}
      done="customers:consent.recorded"
      failed="customers:consent.failed"
    />
  )
}

type PlaceField = FormField<typeof addAddress> & FormField<typeof updateAddress>

const malaysian = (values: Record<string, unknown>) => values.Country === MALAYSIA
const place: PlaceField[] = [
  { name: 'Line1', wide: true },
  { name: 'Line2', wide: true },
  'Postcode',
  'City',
  { name: 'State', choices: { list: 'MalaysianState' }, show: malaysian },
  { name: 'State', show: (values) => !malaysian(values) },
  { name: 'Country', choices: { list: 'Country' } },
  { name: 'AddressType', choices: { list: 'AddressType' } },
]

function AddressDialog({ customer, onClose }: One) {
  const t = useT()
  return (
    <FormDialog
      area="customers"
      open
      onClose={onClose}
      columns={2}
      title={t('data-quality:quality.addressOf', { name: customer.FullName })}
      call={addAddress}
      initial={{ AddressType: 'Home', Country: MALAYSIA }}
      fixed={{ CustomerId: customer.CustomerId }}
      fields={place}
      done="customers:address.created"
      failed="customers:address.createFailed"
    />
  )
}

/** The primary address is corrected, and from then on mail goes there again. */
function ReturnedMailDialog({ customer, onClose }: One) {
  const t = useT()
  const { data, error } = useRead(listAddresses, { Search: { CustomerId: customer.CustomerId } })
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!error) return
    notify.error('customers:address.getFailed', error)
    close()
  }, [error])
  const primary = data?.rows.find(({ IsPrimaryYN }) => IsPrimaryYN === 'Y')
  if (!primary) return null
  return (
    <FormDialog
      area="customers"
      open
      onClose={onClose}
      columns={2}
      title={t('data-quality:quality.addressOf', { name: customer.FullName })}
      call={updateAddress}
      initial={{ ...primary, ReturnedMailYN: 'N' }}
      fields={[...place, 'ReturnedMailYN']}
      done="customers:address.updated"
      failed="customers:address.updateFailed"
    />
  )
}

/** Who else it could be; whether it is one person only somebody who asks can tell. */
function Duplicates({ customer, onClose }: One) {
  const t = useT()
  const labels = useLabels('data-quality')
  const { has, may } = useSession()
  const merges = has('Customer') && may('Merge Members')
  const [open, setOpen] = useState(true)
  const { CustomerId, FullName, ContactNo, Email, DateOfBirth } = customer
  const { data, error, refetch } = useRead(findDuplicates, {
    CustomerId,
    FullName,
    ...(ContactNo && { ContactNo }),
    ...(Email && { Email }),
    ...(DateOfBirth && { DateOfBirth }),
  })
  return (
    <Modal
      open={open}
      footer={null}
      title={t('data-quality:quality.duplicatesOf', { name: FullName })}
      onCancel={() => setOpen(false)}
      afterOpenChange={(opened) => !opened && onClose()}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState rows={3} />}
      {data?.rows.length === 0 && <EmptyState title={t('data-quality:quality.noDuplicate')} />}
      <Stack gap="s" as="ul">
        {data?.rows.map((one, place) => (
          <li key={one.CustomerId ?? `${place}`}>
            {one.CustomerId === null ? (
              <>
                <span>{one.FullName ?? t('customers:duplicate.elsewhere')}</span>
                <Link to={counterPath()}>{t('customers:duplicate.lookUp')}</Link>
              </>
            ) : (
              <Link to={customerPath({ CustomerId: one.CustomerId })}>
                {[one.FullName, one.MembershipNo].filter(Boolean).join(', ')}
              </Link>
            )}
            <Muted>
              {[labels.value('Reason', one.Reason), one.RegisteredOutletCode].filter(Boolean).join(' · ')}{' '}
              {one.Status && <StatusTag area="data-quality" status={one.Status} />}
            </Muted>
            {merges && one.CustomerId !== null && one.MaskedYN === 'N' && (
              <Link to={mergeAddPath({ Survivor: CustomerId, Merged: one.CustomerId })}>
                {t('customers:duplicate.merge')}
              </Link>
            )}
          </li>
        ))}
      </Stack>
    </Modal>
  )
}
