import type { FieldSpec } from '#kit/web/form/fields.ts'
import { currentLanguage } from '#kit/web/i18n.ts'
import type { CustomFieldItem, FormField } from '../contract/custom-fields.ts'
import { valueSchema } from '../contract/custom-values.ts'

/** What an entry of a list reads in the user's language. */
export const itemLabel = ({ Value, Labels }: Pick<CustomFieldItem, 'Value' | 'Labels'>) =>
  Labels[currentLanguage()] ?? Value

type Name = `CustomValues.${string}`

/** A field of people's own as forms draw it: name, rule and control follow from what the setup says of it. */
export function specOfField(field: FormField, held?: unknown): FieldSpec<Name> {
  const { CustomFieldCode, CustomFieldName, FieldType, ListItems } = field
  const kept = [held].flat()
  const choices = ListItems.filter(({ Status, Value }) => Status === 'Active' || kept.includes(Value)).map((item) => ({
    value: item.Value,
    label: itemLabel(item),
  }))
  return {
    name: `CustomValues.${CustomFieldCode}`,
    title: CustomFieldName,
    schema: valueSchema(field, held),
    ...(FieldType === 'Selection' && { choices }),
    ...(FieldType === 'Multiple Selection' && { choices, kind: 'several' as const }),
    ...(FieldType === 'Number' && { kind: 'decimal' as const }),
    ...(FieldType === 'Datetime' && { kind: 'date-time' as const }),
    ...(FieldType === 'Multiline Text' && { wide: true }),
  }
}
