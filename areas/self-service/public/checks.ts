import { t } from '#kit/public/texts.ts'
import { registrationLimits } from '../contract.ts'
import type { AddressValues } from './AddressFields.tsx'
import { type FieldFaults, findValueError, isEmpty } from './form.tsx'

const EMAIL = /^[^\s@<>()[\],;:"\\]{1,64}@([A-Za-z0-9-]+\.)+[A-Za-z]{2,24}$/
const PHONE = /^\+?[0-9 ()./-]{6,25}$/

/** Returns the error of a field by its format and by the limits of the request schema. */
export function findFieldError(name: string, value: string): string | undefined {
  const fault = findValueError(value, registrationLimits[name])
  if (fault || isEmpty(value)) return fault
  const plain = value.trim()
  if (name === 'Email' && !EMAIL.test(plain)) return t('self-service:faults.email')
  if (/^(Alternate)?ContactNo$/.test(name) && !PHONE.test(plain)) return t('self-service:faults.phone')
  return undefined
}

/** Removes the fields without an error from a list of errors by field. */
export const onlyErrors = (faults: Record<string, string | undefined>): FieldFaults =>
  Object.fromEntries(Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== undefined))

export const addressErrors = (address: AddressValues): Partial<Record<keyof AddressValues, string>> =>
  onlyErrors({
    AddressType: isEmpty(address.AddressType) ? t('kit:form.missing') : undefined,
    Line1: isEmpty(address.Line1) ? t('kit:form.missing') : undefined,
    Country: isEmpty(address.Country) ? t('kit:form.missing') : undefined,
    Postcode:
      address.Country === 'Malaysia' && !isEmpty(address.Postcode) && !/^\d{5}$/.test(address.Postcode.trim())
        ? t('self-service:faults.postcode')
        : undefined,
  })
