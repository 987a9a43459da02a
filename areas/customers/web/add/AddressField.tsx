import { Input } from 'antd'
import { useId } from 'react'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { MALAYSIA_COUNTRY_NAME } from '../../contract/addresses.ts'
import { usePostcode } from '../usePostcode.ts'

type Draft = Record<'AddressType' | 'Line1' | 'Line2' | 'Postcode' | 'City' | 'State' | 'Country', string>

const empty: Draft = {
  AddressType: 'Home',
  Line1: '',
  Line2: '',
  Postcode: '',
  City: '',
  State: '',
  Country: MALAYSIA_COUNTRY_NAME,
}

/** The fields of the optional first address, which is sent only if the first line is filled in. */
export function NewCustomerAddressField({ id, value, onChange }: ControlProps) {
  const t = useT()
  const labels = useLabels('customers')
  const fieldId = useId()
  const draft: Draft = { ...empty, ...(value as Partial<Draft> | undefined) }
  const set = (more: Partial<Draft>) => {
    const next = { ...draft, ...more }
    const blank = !next.Line1 && !next.Line2 && !next.Postcode && !next.City
    onChange?.(blank ? undefined : next)
  }
  usePostcode(draft.Country === MALAYSIA_COUNTRY_NAME ? draft.Postcode : '', ({ City, State }) => set({ City, State }))

  const text = (name: keyof Draft, limit: number) => (
    <div className={name.startsWith('Line') ? 'carat-facts-wide' : undefined}>
      <label htmlFor={`${fieldId}-${name}`} className="carat-label">
        {labels.field(name)}
      </label>
      <Input
        id={`${fieldId}-${name}`}
        value={draft[name]}
        maxLength={limit}
        autoComplete="off"
        onChange={({ target }) => set({ [name]: target.value })}
      />
    </div>
  )
  const choice = (name: keyof Draft, list: string) => (
    <div>
      <label htmlFor={`${fieldId}-${name}`} className="carat-label">
        {labels.field(name)}
      </label>
      <ChoiceSelect
        id={`${fieldId}-${name}`}
        area="customers"
        field={name}
        choices={{ list }}
        value={draft[name]}
        onChange={(selected) => set({ [name]: String(selected ?? '') })}
      />
    </div>
  )
  return (
    <fieldset
      id={id}
      aria-label={t('customers:fields.Address')}
      className="carat-fields carat-fields-two"
      style={{ rowGap: 12 }}
    >
      {text('Line1', 100)}
      {text('Line2', 100)}
      {text('Postcode', 12)}
      {text('City', 60)}
      {draft.Country === MALAYSIA_COUNTRY_NAME ? choice('State', 'MalaysianState') : text('State', 60)}
      {choice('Country', 'Country')}
      {choice('AddressType', 'AddressType')}
    </fieldset>
  )
}
