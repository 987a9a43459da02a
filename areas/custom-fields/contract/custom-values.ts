import { z } from 'zod'
import { DateOnly, Email, filterText, InstantInput, longText, optional, text } from '#kit/contract/fields.ts'
import type { FormField } from './custom-fields.ts'

// WHAT A RECORD HOLDS IN ITS CUSTOM FIELDS, by their codes: a text, or a list of texts. Numbers travel as text like all decimals, days as
// YYYY-MM-DD, moments as every moment. What a value may be says its field, which is a row: `valueSchema` makes the rule of it, for the
// server and for forms.

const Held = z.union([z.string(), z.array(z.string())])

export const CustomValues = z.record(z.string(), Held)
export type CustomValues = z.infer<typeof CustomValues>

/** What may be sent: fields that are left out stay as they are, null empties one. */
export const CustomValuesInput = z
  .record(
    z.string().regex(/^[A-Z0-9_]{1,20}$/, 'Please use capital letter without space'),
    z
      .union([z.string().max(2000, 'The maximum length is 2000'), z.number(), z.array(z.string().max(100)).max(200)])
      .nullable(),
  )
  .refine((values) => Object.keys(values).length <= 200, 'At most 200 entries')
export type CustomValuesInput = z.infer<typeof CustomValuesInput>

/** What a list is asked of them. */
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

/** One number is one text, from wherever it came: 007, 7.0 and 7 are kept as 7. */
function plainNumber(text: string) {
  const [, sign, whole, decimals] = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text) ?? []
  const size = decimals ? `${whole}.${decimals}` : `${whole}`
  return size === '0' ? size : `${sign}${size}`
}

type Asked = Pick<FormField, 'FieldType' | 'IsMandatoryYN' | 'ListItems'>

/** What a value of the field may be. What the record holds already may stay, even where its list retired it. */
export function valueSchema({ FieldType, IsMandatoryYN, ListItems }: Asked, held?: unknown): z.ZodType {
  const kept = [held].flat().filter((value) => typeof value === 'string')
  const offered = ListItems.filter(({ Status, Value }) => Status === 'Active' || kept.includes(Value))
  const one = z.string().refine((value) => offered.some(({ Value }) => Value === value), 'Choose one of the options')
  if (FieldType === 'Multiple Selection') {
    const several = z.array(one).max(200)
    return IsMandatoryYN === 'Y' ? several.min(1, 'Required') : several.nullable().optional()
  }
  const schema = { Text: text(200), 'Multiline Text': longText(2000), Email, Number: NumberText, Date: DateOnly }
  const value = FieldType === 'Selection' ? one : FieldType === 'Datetime' ? InstantInput : schema[FieldType]
  return IsMandatoryYN === 'Y' ? value : optional(value)
}
