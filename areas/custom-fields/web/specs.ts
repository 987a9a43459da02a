import type { FieldSpec } from '#kit/web/form/fields.ts'
import { currentLanguage } from '#kit/web/i18n.ts'
import type { CustomFieldItem, FormField } from '../contract/custom-fields.ts'
import { createCustomValueSchema } from '../contract/custom-values.ts'

/** Returns the label of a list entry in the user's language. */
export const listItemLabel = ({ Value, Labels }: Pick<CustomFieldItem, 'Value' | 'Labels'>) =>
  Labels[currentLanguage()] ?? Value

type Name = `CustomValues.${string}`

/** Returns the form field of a custom field, whose name, validation and control follow from the setup. */
export function toCustomFieldSpec(field: FormField, stored?: unknown): FieldSpec<Name> {
  const { CustomFieldCode, CustomFieldName, FieldType, ListItems } = field
  const storedValues = [stored].flat()
  const choices = ListItems.filter(({ Status, Value }) => Status === 'Active' || storedValues.includes(Value)).map(
    (item) => ({
      value: item.Value,
      label: listItemLabel(item),
    }),
  )
  return {
    name: `CustomValues.${CustomFieldCode}`,
    title: CustomFieldName,
    schema: createCustomValueSchema(field, stored),
    ...(FieldType === 'Selection' && { choices }),
    ...(FieldType === 'Multiple Selection' && { choices, kind: 'several' as const }),
    ...(FieldType === 'Number' && { kind: 'decimal' as const }),
    ...(FieldType === 'Datetime' && { kind: 'date-time' as const }),
    ...(FieldType === 'Multiline Text' && { wide: true }),
  }
}
