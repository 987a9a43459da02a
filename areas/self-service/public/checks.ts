import { t } from '#kit/public/texts.ts'
import { registrationFieldLimits } from '../contract.ts'
import type { AddressValues } from './AddressFields.tsx'
import { type FieldErrorTexts, findErrorByFieldLimits, isEmptyFieldValue } from './form.tsx'

const EMAIL = /^[^\s@<>()[\],;:"\\]{1,64}@([A-Za-z0-9-]+\.)+[A-Za-z]{2,24}$/
const PHONE = /^\+?[0-9 ()./-]{6,25}$/

/** Returns the error of a field by its format and by the limits of the request schema. */
export function findProfileFieldError(name: string, value: string): string | undefined {
  const fault = findErrorByFieldLimits(value, registrationFieldLimits[name])
  if (fault || isEmptyFieldValue(value)) return fault
  const plain = value.trim()
  if (name === 'Email' && !EMAIL.test(plain)) return t('self-service:faults.email')
  if (/^(Alternate)?ContactNo$/.test(name) && !PHONE.test(plain)) return t('self-service:faults.phone')
  return undefined
}

/** Removes the fields without an error from a list of errors by field. */
export const removeFieldsWithoutError = (faults: Record<string, string | undefined>): FieldErrorTexts =>
  Object.fromEntries(Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== undefined))

export const findAddressErrors = (address: AddressValues): Partial<Record<keyof AddressValues, string>> =>
  removeFieldsWithoutError({
    AddressType: isEmptyFieldValue(address.AddressType) ? t('kit:form.missing') : undefined,
    Line1: isEmptyFieldValue(address.Line1) ? t('kit:form.missing') : undefined,
    Country: isEmptyFieldValue(address.Country) ? t('kit:form.missing') : undefined,
    Postcode:
      address.Country === 'Malaysia' && !isEmptyFieldValue(address.Postcode) && !/^\d{5}$/.test(address.Postcode.trim())
        ? t('self-service:faults.postcode')
        : undefined,
  })
