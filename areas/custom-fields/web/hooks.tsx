import { useMemo } from 'react'
import { formatDate, formatInstant, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import type { CellKind, ColumnSpec } from '#kit/web/table/columns.tsx'
import type { SearchKind } from '#kit/web/table/search.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type FormField, fieldNames, formFields, isListFieldType } from '../contract/custom-fields.ts'
import { listItemLabel, toCustomFieldSpec } from './specs.ts'

export type CustomFieldOwner = 'Customer' | 'Task' | 'Rewards'
export type CustomFieldName = `CustomValues.${string}`
export type CustomValues = Readonly<Record<string, string | readonly string[]>>

const STALE_MS = 5 * 60_000
const noFields: readonly FormField[] = []

const useActiveFields = (ObjectType: CustomFieldOwner) =>
  useRead(formFields, { ObjectType }, { staleTime: STALE_MS }).data?.rows ?? noFields

/** Returns the active custom fields of a record type as form fields, in order. */
export function useCustomFields(of: CustomFieldOwner, present: CustomValues = {}) {
  const fields = useActiveFields(of)
  // The memo keeps the form fields stable unless the values change, because the record is refetched while the form is open.
  const presentText = JSON.stringify(present)
  return useMemo(() => {
    const values = JSON.parse(presentText) as CustomValues
    return fields.map((field) => toCustomFieldSpec(field, values[field.CustomFieldCode]))
  }, [fields, presentText])
}

/** Returns label and value of each custom field that has a value. */
export function useCustomFieldFacts(of: CustomFieldOwner, values: CustomValues) {
  return useActiveFields(of).flatMap((field) => {
    const value = values[field.CustomFieldCode]
    if (value === undefined) return []
    const text = formatCustomFieldValue(field, value)
    return [
      {
        label: field.CustomFieldName,
        value: <bdi style={{ whiteSpace: 'pre-line' }}>{text}</bdi>,
        ...(field.FieldType === 'Multiline Text' && { wide: true }),
      },
    ]
  })
}

const kinds = { Number: 'number', Date: 'date', Datetime: 'instant' } as const satisfies Partial<
  Record<FormField['FieldType'], CellKind>
>

/** Returns a column for each custom field, for lists and exports. */
export function useCustomFieldColumns(of: CustomFieldOwner): readonly ColumnSpec<{ CustomValues: CustomValues }>[] {
  const fields = useActiveFields(of)
  return useMemo(
    () =>
      fields.map((field) => {
        const { CustomFieldCode, CustomFieldName, FieldType, ListItems } = field
        return {
          field: `CustomValues.${CustomFieldCode}`,
          name: CustomFieldName,
          as: FieldType in kinds ? kinds[FieldType as keyof typeof kinds] : ('text' as const),
          render: ({ CustomValues }) => {
            const value = CustomValues[CustomFieldCode]
            return value === undefined ? null : <bdi>{formatCustomFieldValue(field, value)}</bdi>
          },
          ...(ListItems.length > 0 && {
            file: { words: async () => Object.fromEntries(ListItems.map((item) => [item.Value, listItemLabel(item)])) },
          }),
        }
      }),
    [fields],
  )
}

/** Returns search fields for custom fields: list fields by value, dates by day, other fields by text. */
export function useCustomFieldFilters(of: CustomFieldOwner): { [Field in CustomFieldName]?: SearchKind<never> } {
  const fields = useActiveFields(of)
  return useMemo(
    () =>
      Object.fromEntries(
        fields.map(({ CustomFieldCode, CustomFieldName: title, FieldType, ListItems }) => {
          const choices = ListItems.map((item) => ({ value: item.Value, label: listItemLabel(item) }))
          const isDay = FieldType === 'Date' || FieldType === 'Datetime'
          return [
            `CustomValues.${CustomFieldCode}`,
            isListFieldType(FieldType)
              ? { choices, title }
              : { kind: isDay ? ('date' as const) : ('text' as const), title },
          ]
        }),
      ),
    [fields],
  )
}

/** Returns the names of custom fields by key, including inactive ones, for exported files and search results. */
export function useCustomFieldNames(of: CustomFieldOwner): ReadonlyMap<string, string> {
  const t = useT()
  const { data } = useRead(fieldNames, { ObjectType: of }, { staleTime: STALE_MS })
  return useMemo(
    () =>
      new Map(
        data?.rows.map(({ CustomFieldCode, CustomFieldName: name, ActiveYN }) => [
          `CustomValues.${CustomFieldCode}`,
          ActiveYN === 'Y' ? name : t('custom-fields:inactiveName', { name }),
        ]),
      ),
    [data, t],
  )
}

/** Formats a custom value for display. */
export function formatCustomFieldValue({ FieldType, ListItems }: FormField, value: string | readonly string[]): string {
  if (FieldType === 'Date') return formatDate(`${value}`)
  if (FieldType === 'Datetime') return formatInstant(`${value}`)
  if (FieldType !== 'Selection' && FieldType !== 'Multiple Selection') return `${value}`
  const labelOf = (text: string) => {
    const item = ListItems.find(({ Value }) => Value === text)
    return item ? listItemLabel(item) : text
  }
  return [value].flat().map(labelOf).join(listSeparator())
}
