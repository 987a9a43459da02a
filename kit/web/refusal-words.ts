import type { RefusalParams } from '#kit/contract/refusal.ts'
import { formatDate, formatInstant, formatMoney, formatMonth, formatPoints } from './format.ts'
import { hasText, namespaces, translate } from './text-store.ts'

// A refusal names its values as the contract writes them, in English. In a sentence a person reads them as on every
// page: a status by its word, a field by its label, dates and figures in the form of the language.

/** Where the words of a value stand, by what the refusal calls it. */
const wordsFor: Record<string, readonly string[]> = {
  Status: ['values.Status', 'values'],
  MustBe: ['values.Status', 'values'],
  Survivor: ['values.Status', 'values'],
  StaffType: ['values.StaffType'],
  ContactType: ['values.ContactType'],
  QuestionType: ['values.QuestionType'],
  Hindrance: ['values.Hindrance'],
  Channel: ['values.Channel'],
  Language: ['values.Language'],
  Result: ['values.Result'],
  Kind: ['values.Kind'],
  kind: ['values.Kind'],
  ObjectType: ['values.ObjectType'],
  ObjectCode: ['values.ObjectCode'],
  Field: ['fields'],
  FieldName: ['values.FieldName', 'fields'],
  Fields: ['values.MissingData', 'fields'],
  ListName: ['lists'],
  what: ['values.What'],
}

/** Numbers that are names: nobody groups their digits. */
const named = /(?:Id|No|Code|Line|Sequence)$/
const month = /^\d{4}-\d{2}$/
const date = /^\d{4}-\d{2}-\d{2}$/
const instant = /^\d{4}-\d{2}-\d{2}T/
const amount = /^-?\d+\.\d{2}$/

/** The word of a value: its area's, else the kit's, else that of whichever area has one. */
function wordOf(area: string, groups: readonly string[], value: string): string | undefined {
  const key = value.replace(/[.:]/g, '_')
  const areas = [area, 'kit', ...namespaces()]
  for (const one of areas)
    for (const group of groups) if (hasText(`${one}:${group}.${key}`)) return translate(`${one}:${group}.${key}`)
  return undefined
}

function written(area: string, name: string, value: string | number): string | number {
  const groups = wordsFor[name]
  if (groups)
    return `${value}`
      .split(/,\s*/)
      .map((one) => wordOf(area, groups, one) ?? one)
      .join(', ')
  if (named.test(name)) return value
  if (typeof value === 'number') return formatPoints(value)
  if (date.test(value)) return formatDate(value)
  if (instant.test(value)) return formatInstant(value)
  if (month.test(value)) return formatMonth(value)
  return amount.test(value) ? formatMoney(value) : value
}

/** The values of a refusal as its reader knows them. */
export const readableParams = (area: string, params: RefusalParams): RefusalParams =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, written(area, name, value)]))

/** Whether a value of this name is said by a word of the texts. */
export const isWord = (name: string) => name in wordsFor
