import { useMemo } from 'react'
import { formatDate, formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import type { CellKind, ColumnSpec } from '#kit/web/table/columns.tsx'
import type { SearchKind } from '#kit/web/table/search.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type FormField, fieldNames, formFields, hasList } from '../contract/custom-fields.ts'
import { itemLabel, specOfField } from './specs.ts'

export type CustomFieldsOf = 'Customer' | 'Task' | 'Rewards'
export type CustomFieldName = `CustomValues.${string}`
export type CustomValues = Readonly<Record<string, string | readonly string[]>>

const STALE_MS = 5 * 60_000
const none: readonly FormField[] = []

const useActive = (ObjectType: CustomFieldsOf) =>
  useRead(formFields, { ObjectType }, { staleTime: STALE_MS }).data?.rows ?? none

/** The company's own fields as a form draws them, in their order. */
export function useCustomFields(of: CustomFieldsOf, present: CustomValues = {}) {
  const fields = useActive(of)
  // What the record holds is read again while the form stands open; the fields are the same as long as it says the same.
  const presentText = JSON.stringify(present)
  return useMemo(() => {
    const values = JSON.parse(presentText) as CustomValues
    return fields.map((field) => specOfField(field, values[field.CustomFieldCode]))
  }, [fields, presentText])
}

/** What a record holds in them; an empty one is not shown. */
export function useCustomFacts(of: CustomFieldsOf, values: CustomValues) {
  return useActive(of).flatMap((field) => {
    const value = values[field.CustomFieldCode]
    if (value === undefined) return []
    const text = wordsFor(field, value)
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

/** A column for each, for lists and their files. */
export function useCustomColumns(of: CustomFieldsOf): readonly ColumnSpec<{ CustomValues: CustomValues }>[] {
  const fields = useActive(of)
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
            return value === undefined ? null : <bdi>{wordsFor(field, value)}</bdi>
          },
          ...(ListItems.length > 0 && {
            file: { words: async () => Object.fromEntries(ListItems.map((item) => [item.Value, itemLabel(item)])) },
          }),
        }
      }),
    [fields],
  )
}

/** What lists are asked by: a list by its values, a day by a day, everything else by what is typed. */
export function useCustomSearch(of: CustomFieldsOf): { [Field in CustomFieldName]?: SearchKind<never> } {
  const fields = useActive(of)
  return useMemo(
    () =>
      Object.fromEntries(
        fields.map(({ CustomFieldCode, CustomFieldName: title, FieldType, ListItems }) => {
          const choices = ListItems.map((item) => ({ value: item.Value, label: itemLabel(item) }))
          const isDay = FieldType === 'Date' || FieldType === 'Datetime'
          return [
            `CustomValues.${CustomFieldCode}`,
            hasList(FieldType) ? { choices, title } : { kind: isDay ? ('date' as const) : ('text' as const), title },
          ]
        }),
      ),
    [fields],
  )
}

/** What files, results and the like call a field that may not be active any more. */
export function useCustomFieldNames(of: CustomFieldsOf): ReadonlyMap<string, string> {
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

/** A value as people read it. */
export function wordsFor({ FieldType, ListItems }: FormField, value: string | readonly string[]): string {
  if (FieldType === 'Date') return formatDate(`${value}`)
  if (FieldType === 'Datetime') return formatInstant(`${value}`)
  if (FieldType !== 'Selection' && FieldType !== 'Multiple Selection') return `${value}`
  const labelOf = (one: string) => {
    const item = ListItems.find(({ Value }) => Value === one)
    return item ? itemLabel(item) : one
  }
  return [value].flat().map(labelOf).join(', ')
}
