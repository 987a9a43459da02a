import { useState } from 'react'
import { useDraft } from '#kit/public/draft.ts'
import { SendButton } from '#kit/public/form.tsx'
import { errorText, useT } from '#kit/public/texts.ts'
import { useRetriedChange } from '#kit/public/useRetriedChange.ts'
import { listSeparator } from '#kit/web/format.ts'
import { addOwnAddress, deleteOwnAddress, type Profile, updateOwnAddress } from '../contract.ts'
import { type AddressValues, emptyAddressValues, OwnAddressFields } from './AddressFields.tsx'
import { findAddressErrors } from './checks.ts'
import { BackButton, usePublicForm } from './form.tsx'
import type { FormListsReply } from './registration.ts'
import './self-service.css'

type Props = { profile: Profile; lists: FormListsReply['Lists']; onChanged: (profile: Profile) => void }
type Address = Profile['Addresses'][number]

/** Lists the customer's addresses, and saves each change at once. */
export function OwnAddresses({ profile, lists, onChanged }: Props) {
  const t = useT()
  const [open, setOpen] = useState<number | 'new'>()
  const removing = useRetriedChange(deleteOwnAddress, { done: onChanged })
  const handleSaved = (next: Profile) => {
    setOpen(undefined)
    onChanged(next)
  }
  return (
    <section aria-label={t('self-service:sections.addresses')}>
      <h2 className="pub-section">{t('self-service:sections.addresses')}</h2>
      {removing.error !== undefined && removing.state === 'idle' && (
        <p className="pub-note pub-note-danger" role="alert">
          {errorText(removing.error)}
        </p>
      )}
      {profile.Addresses.map((address) =>
        open === address.AddressId ? (
          <AddressForm
            key={address.AddressId}
            address={address}
            lists={lists}
            onDone={handleSaved}
            onBack={() => setOpen(undefined)}
          />
        ) : (
          <div key={address.AddressId} className="pub-card pub-card-body">
            <p>
              <span className="pub-strong">{labelOf(lists, address.AddressType)}</span>{' '}
              {address.IsPrimaryYN === 'Y' && <span className="pub-badge">{t('self-service:address.primary')}</span>}
            </p>
            <p>{inOneLine(address)}</p>
            <div className="pub-acts">
              <button type="button" className="pub-link" onClick={() => setOpen(address.AddressId)}>
                {t('self-service:address.change')}
              </button>
              <button
                type="button"
                className="pub-link"
                disabled={removing.state !== 'idle'}
                onClick={() => removing.send({ AddressId: address.AddressId })}
              >
                {t('self-service:address.remove')}
              </button>
            </div>
          </div>
        ),
      )}
      {open === 'new' ? (
        <AddressForm lists={lists} onDone={handleSaved} onBack={() => setOpen(undefined)} />
      ) : (
        <button type="button" className="pub-button" onClick={() => setOpen('new')}>
          {t('self-service:address.add')}
        </button>
      )}
    </section>
  )
}

const labelOf = (lists: FormListsReply['Lists'], type: string) =>
  lists.AddressType?.find(({ Value }) => Value === type)?.Label ?? type

const inOneLine = ({ Line1, Line2, Line3, Postcode, City, State, Country }: Address) =>
  [Line1, Line2, Line3, [Postcode, City].filter(Boolean).join(' '), State, Country]
    .filter(Boolean)
    .join(listSeparator())

const valuesOf = ({ AddressType, Line1, Line2, Postcode, City, State, Country }: Address): AddressValues => ({
  AddressType,
  Line1,
  Line2: Line2 ?? '',
  Postcode: Postcode ?? '',
  City: City ?? '',
  State: State ?? '',
  Country,
})

type FormProps = {
  address?: Address
  lists: FormListsReply['Lists']
  onDone: (profile: Profile) => void
  onBack: () => void
}

function AddressForm({ address, lists, onDone, onBack }: FormProps) {
  const t = useT()
  const [values, setValues] = useDraft(
    `self-service.address.${address?.AddressId ?? 'new'}`,
    address ? valuesOf(address) : emptyAddressValues,
  )
  const adding = useRetriedChange(addOwnAddress, { done: onDone })
  const updating = useRetriedChange(updateOwnAddress, { done: onDone })
  const sending = address ? updating : adding
  const form = usePublicForm({
    values,
    check: (now) => findAddressErrors(now) as Record<string, string>,
    submit: (now) => {
      const text = (value: string) => value.trim() || null
      const input = {
        ...now,
        Line2: text(now.Line2),
        Postcode: text(now.Postcode),
        City: text(now.City),
        State: text(now.State),
      }
      if (address) updating.send({ ...input, AddressId: address.AddressId, Version: address.Version })
      else adding.send(input)
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.onSubmit} className="pub-card pub-card-body">
      <OwnAddressFields lists={lists} values={values} onChange={setValues} faultOf={(name) => form.faults[name]} />
      <SendButton sending={sending}>{t('self-service:address.save')}</SendButton>
      <BackButton onBack={onBack} sending={sending} />
    </form>
  )
}
