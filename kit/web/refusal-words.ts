import type { RefusalParams } from '#kit/contract/refusal.ts'
import { formatDate, formatInstant, formatMoney, formatMonth, formatPoints, listSeparator } from './format.ts'
import { hasText, listNamespaces, translate } from './text-store.ts'

// Formats the parameters of an error, which arrive as contract values in English.
// Messages show translated statuses and field labels, and localised dates and figures, as pages do.

/** The text groups in which a parameter is translated, by the parameter's name. */
const textGroups: Record<string, readonly string[]> = {
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

/** Matches names of parameters that are identifiers, whose digits must not be grouped. */
const identifierNames = /(?:Id|No|Code|Line|Sequence)$/
const month = /^\d{4}-\d{2}$/
const date = /^\d{4}-\d{2}-\d{2}$/
const instant = /^\d{4}-\d{2}-\d{2}T/
const amount = /^-?\d+\.\d{2}$/

/** Returns the translation of a value from the area's texts, or else from those of the kit or any other area. */
function findWord(area: string, groups: readonly string[], value: string): string | undefined {
  const key = value.replace(/[.:]/g, '_')
  const areas = [area, 'kit', ...listNamespaces()]
  for (const namespace of areas)
    for (const group of groups)
      if (hasText(`${namespace}:${group}.${key}`)) return translate(`${namespace}:${group}.${key}`)
  return undefined
}

function formatParam(area: string, name: string, value: string | number): string | number {
  const groups = textGroups[name]
  if (groups)
    return `${value}`
      .split(/,\s*/)
      .map((item) => findWord(area, groups, item) ?? item)
      .join(listSeparator())
  if (identifierNames.test(name)) return value
  if (typeof value === 'number') return formatPoints(value)
  if (date.test(value)) return formatDate(value)
  if (instant.test(value)) return formatInstant(value)
  if (month.test(value)) return formatMonth(value)
  return amount.test(value) ? formatMoney(value) : value
}

/** Formats and translates the parameters of an error. */
export const formatRefusalParams = (area: string, params: RefusalParams): RefusalParams =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, formatParam(area, name, value)]))

/** True if the texts contain translations for an error parameter of this name. */
export const isTranslatedParam = (name: string) => name in textGroups
