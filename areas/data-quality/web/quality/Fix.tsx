import { Modal } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { addAddress, listAddresses, MALAYSIA_COUNTRY_NAME, updateAddress } from '#areas/customers/contract/addresses.ts'
import {
  chooseDisplayedLanguage,
  chooseDisplayedText,
  getConsentWording,
} from '#areas/customers/contract/consent-wordings.ts'
import { addConsent, WordingLanguage } from '#areas/customers/contract/consents.ts'
import { updateCustomer } from '#areas/customers/contract/customers.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import type { FormField } from '#kit/web/form/fields.ts'
import { currentLanguage, languages, useT } from '#kit/web/i18n.ts'
import { notify } from '#kit/web/notify.tsx'
import { useRead } from '#kit/web/useRead.ts'
import type { TextKey } from '#kit/web/vocabulary.ts'
import type { CustomerWithIssues, Issue } from '../../contract/quality.ts'
import { PossibleDuplicates } from './Duplicates.tsx'

type Props = { customer: CustomerWithIssues; issue: Issue; onClose: () => void; onDone?: () => void }
type FixProps = Omit<Props, 'issue'>

/** The dialog that corrects a data issue which needs more than one field. */
export function IssueDialog({ issue, ...props }: Props) {
  switch (issue) {
    case 'Consent':
      return <ConsentDialog {...props} />
    case 'Address':
      return <AddressDialog {...props} />
    case 'ReturnedMail':
      return <ReturnedMailDialog {...props} />
    case 'Duplicate':
      return <DuplicatesDialog {...props} />
    default:
      return <IdentityDialog {...props} />
  }
}

const hasIdentity = (values: Record<string, unknown>) => values.IdNotGivenYN !== 'Y'

function IdentityDialog({ customer, onClose, onDone }: FixProps) {
  const t = useT()
  return (
    <FormDialog
      area="customers"
      open
      onClose={onClose}
      onDone={onDone}
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

/** Closes a dialog with a notification if the data of the dialog cannot be loaded. */
function useCloseOnError({ error, failed, onClose }: { error: Error | null; failed: TextKey; onClose: () => void }) {
  const closeWithError = useEffectEvent((error: Error) => {
    notify.error(failed, error)
    onClose()
  })
  useEffect(() => {
    if (error) closeWithError(error)
  }, [error])
}

/** The dialog that records a consent, with the language in which staff read the wording to the customer. */
function ConsentDialog({ customer, onClose, onDone }: FixProps) {
  const t = useT()
  const [language, setLanguage] = useState<WordingLanguage>(currentLanguage())
  const { data: wording, error } = useRead(getConsentWording, {})
  useCloseOnError({ error, failed: 'customers:consent.failed', onClose })
  if (!wording) return null
  const texts = wording.Service
  const wordingLanguage = chooseDisplayedLanguage(texts, language)
  return (
    <FormDialog
      area="customers"
      open
      onClose={onClose}
      onDone={onDone}
      title={t('data-quality:quality.consentOf', { name: customer.FullName })}
      call={addConsent}
      initial={{ GrantedYN: 'Y', Source: 'Phone', WordingLanguage: wordingLanguage }}
      fixed={{ CustomerId: customer.CustomerId, Channel: 'Service', WordingVersion: wording.Version }}
      fields={[
        'GrantedYN',
        'Source',
        {
          name: 'WordingLanguage',
          help: 'customers:consent.languageHelp',
          choices: languages.flatMap(({ code, name }) => (texts[code] ? { value: code, label: name } : [])),
          show: ({ GrantedYN }) => GrantedYN === 'Y',
        },
      ]}
      onValues={({ WordingLanguage: selected }) =>
        setLanguage(WordingLanguage.safeParse(selected).data ?? currentLanguage())
      }
      note={
        <blockquote className="carat-quote" lang={wordingLanguage}>
          {chooseDisplayedText(texts, language)}
        </blockquote>
      }
      done="customers:consent.recorded"
      failed="customers:consent.failed"
    />
  )
}

type AddressField = FormField<typeof addAddress> & FormField<typeof updateAddress>

const malaysian = (values: Record<string, unknown>) => values.Country === MALAYSIA_COUNTRY_NAME
const addressFields: AddressField[] = [
  { name: 'Line1', wide: true },
  { name: 'Line2', wide: true },
  'Postcode',
  'City',
  { name: 'State', choices: { list: 'MalaysianState' }, show: malaysian },
  { name: 'State', show: (values) => !malaysian(values) },
  { name: 'Country', choices: { list: 'Country' } },
  { name: 'AddressType', choices: { list: 'AddressType' } },
]

function AddressDialog({ customer, onClose, onDone }: FixProps) {
  const t = useT()
  return (
    <FormDialog
      area="customers"
      open
      onClose={onClose}
      onDone={onDone}
      columns={2}
      title={t('data-quality:quality.addressOf', { name: customer.FullName })}
      call={addAddress}
      initial={{ AddressType: 'Home', Country: MALAYSIA_COUNTRY_NAME }}
      fixed={{ CustomerId: customer.CustomerId }}
      fields={addressFields}
      done="customers:address.created"
      failed="customers:address.createFailed"
    />
  )
}

/** The dialog that corrects the primary address and clears the mark for returned mail. */
function ReturnedMailDialog({ customer, onClose, onDone }: FixProps) {
  const t = useT()
  const { data, error } = useRead(listAddresses, { Search: { CustomerId: customer.CustomerId } })
  useCloseOnError({ error, failed: 'customers:address.getFailed', onClose })
  const primary = data?.rows.find(({ IsPrimaryYN }) => IsPrimaryYN === 'Y')
  if (!primary) return null
  return (
    <FormDialog
      area="customers"
      open
      onClose={onClose}
      onDone={onDone}
      columns={2}
      title={t('data-quality:quality.addressOf', { name: customer.FullName })}
      call={updateAddress}
      initial={{ ...primary, ReturnedMailYN: 'N' }}
      fields={[...addressFields, 'ReturnedMailYN']}
      done="customers:address.updated"
      failed="customers:address.updateFailed"
    />
  )
}

function DuplicatesDialog({ customer, onClose }: FixProps) {
  const t = useT()
  const [open, setOpen] = useState(true)
  return (
    <Modal
      open={open}
      footer={null}
      width={760}
      title={t('data-quality:quality.duplicatesOf', { name: customer.FullName })}
      onCancel={() => setOpen(false)}
      afterOpenChange={(opened) => !opened && onClose()}
    >
      <PossibleDuplicates customer={customer} />
    </Modal>
  )
}
