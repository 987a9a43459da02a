import { z } from 'zod'
import { DateOnly, Email, filterText, InstantInput, longText, optionalField, text } from '#kit/contract/fields.ts'
import type { FormField } from './custom-fields.ts'

// The values of custom fields by field code. Each value is a text or a list of texts.
// In custom values, numbers are sent as text, dates as YYYY-MM-DD, and times as ISO timestamps.
// `valueSchema` returns the validation schema of a custom field, for the server and for forms.

const StoredValue = z.union([z.string(), z.array(z.string())])

export const CustomValues = z.record(z.string(), StoredValue)
export type CustomValues = z.infer<typeof CustomValues>

/** Changed custom values by field code. Omitted fields stay unchanged, and null clears a field. */
export const CustomValuesInput = z
  .record(
    z.string().regex(/^[A-Z0-9_]{1,20}$/, 'Please use capital letter without space'),
    z
      .union([z.string().max(2000, 'The maximum length is 2000'), z.number(), z.array(z.string().max(100)).max(200)])
      .nullable(),
  )
  .refine((values) => Object.keys(values).length <= 200, 'At most 200 entries')
export type CustomValuesInput = z.infer<typeof CustomValuesInput>

/** Filters of a list by custom field, with the field code as key. */
export const CustomFilters = z
  .record(z.string().regex(/^[A-Z0-9_]{1,20}$/, 'Please use capital letter without space'), filterText)
  .refine((values) => Object.keys(values).length <= 20, 'At most 20 entries')
export type CustomFilters = z.infer<typeof CustomFilters>

const NumberText = z
  .union([z.string(), z.number()])
  .transform((value) => `${value}`.trim())
  .pipe(
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/, 'Enter a number')
      .regex(/^-?\d{1,12}(\.\d+)?$/, 'Must be at most 999999999999')
      .regex(/^-?\d+(\.\d{1,6})?$/, 'At most 6 decimals'),
  )
  .transform(plainNumber)

/** The stored form of a number in a custom field: 007, 7.0 and 7 are all stored as 7. */
function plainNumber(text: string) {
  const [, sign, whole, decimals] = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text) ?? []
  const size = decimals ? `${whole}.${decimals}` : `${whole}`
  return size === '0' ? size : `${sign}${size}`
}

type FieldRule = Pick<FormField, 'FieldType' | 'IsMandatoryYN' | 'ListItems'>

/** Returns the schema of a custom field's values. A stored value stays valid after its removal from the list. */
export function createCustomValueSchema(
  { FieldType, IsMandatoryYN, ListItems }: FieldRule,
  stored?: unknown,
): z.ZodType {
  const storedValues = [stored].flat().filter((value) => typeof value === 'string')
  const selectable = ListItems.filter(({ Status, Value }) => Status === 'Active' || storedValues.includes(Value))
  const option = z
    .string()
    .refine((value) => selectable.some(({ Value }) => Value === value), 'Choose one of the options')
  if (FieldType === 'Multiple Selection') {
    const several = z.array(option).max(200)
    return IsMandatoryYN === 'Y' ? several.min(1, 'Required') : several.nullable().optional()
  }
  const schema = { Text: text(200), 'Multiline Text': longText(2000), Email, Number: NumberText, Date: DateOnly }
  const value = FieldType === 'Selection' ? option : FieldType === 'Datetime' ? InstantInput : schema[FieldType]
  return IsMandatoryYN === 'Y' ? value : optionalField(value)
}
