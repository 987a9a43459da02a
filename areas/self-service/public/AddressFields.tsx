import { useEffect, useRef } from 'react'
import type { Reply } from '#kit/contract/endpoint.ts'
import { SelectField, TextField } from '#kit/public/form.tsx'
import { useT } from '#kit/public/texts.ts'
import { call } from '#kit/web/call.ts'
import { findOwnPostcode, type getSelfServiceForm } from '../contract.ts'

export type AddressValues = {
  AddressType: string
  Line1: string
  Line2: string
  Postcode: string
  City: string
  State: string
  Country: string
}
const MALAYSIA = 'Malaysia'
export const emptyAddressValues: AddressValues = {
  AddressType: '',
  Line1: '',
  Line2: '',
  Postcode: '',
  City: '',
  State: '',
  Country: MALAYSIA,
}

type Lists = Reply<typeof getSelfServiceForm>['Lists']
type Props = {
  lists: Lists
  values: AddressValues
  onChange: (values: AddressValues) => void
  faultOf: (field: keyof AddressValues) => string | undefined
}

/** Fields of an address; a Malaysian postcode fills in city and state. */
export function OwnAddressFields({ lists, values, onChange, faultOf }: Props) {
  const t = useT()
  const inMalaysia = values.Country === MALAYSIA
  useCityOfPostcode(values, onChange)
  const text = (name: keyof AddressValues, more: object = {}) => (
    <TextField
      label={t(`self-service:labels.${name}`)}
      fault={faultOf(name)}
      value={values[name]}
      onChange={(value) => onChange({ ...values, [name]: value })}
      maxLength={100}
      {...more}
    />
  )
  const choice = (
    name: 'AddressType' | 'State' | 'Country',
    choices: Lists[keyof Lists] | undefined,
    more: object = {},
  ) => (
    <SelectField
      label={t(`self-service:labels.${name}`)}
      fault={faultOf(name)}
      value={values[name]}
      onChange={(value) => onChange({ ...values, [name]: value })}
      choices={choices ?? []}
      {...more}
    />
  )
  return (
    <>
      {choice('AddressType', lists.AddressType, { required: true })}
      {text('Line1', { required: true, autoComplete: 'address-line1' })}
      {text('Line2', { autoComplete: 'address-line2' })}
      {choice('Country', lists.Country, { required: true, autoComplete: 'country-name' })}
      {text('Postcode', {
        autoComplete: 'postal-code',
        maxLength: 12,
        ...(inMalaysia && { inputMode: 'numeric', hint: t('self-service:address.postcodeHelp') }),
      })}
      {text('City', { autoComplete: 'address-level2', maxLength: 60 })}
      {inMalaysia
        ? choice('State', lists.MalaysianState, { autoComplete: 'address-level1' })
        : text('State', { autoComplete: 'address-level1', maxLength: 60 })}
    </>
  )
}

/** Fills in city and state for a known postcode; if the look-up fails, the customer types them. */
function useCityOfPostcode(values: AddressValues, onChange: (values: AddressValues) => void) {
  const latest = useRef({ values, onChange })
  const requestedPostcode = useRef(values.Postcode)
  useEffect(() => {
    latest.current = { values, onChange }
  })
  const { Country, Postcode } = values
  useEffect(() => {
    if (Country !== MALAYSIA || !/^\d{5}$/.test(Postcode) || requestedPostcode.current === Postcode) return
    requestedPostcode.current = Postcode
    const abort = new AbortController()
    call(findOwnPostcode, { Postcode }, { signal: abort.signal }).then(
      ({ City, State }) => latest.current.onChange({ ...latest.current.values, City, State }),
      () => {},
    )
    return () => abort.abort()
  }, [Country, Postcode])
}
