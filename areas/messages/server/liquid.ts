import { Drop, Liquid, type Template } from 'liquidjs'
import type { MergeName, TemplateLanguage } from '../contract.ts'
import { formatDate, formatMoney, formatPoints } from './languages.ts'
import type { MergeFieldKind, MergeValue } from './names.ts'

// Liquid in texts is restricted to known names, `if`, `for` and five filters, and has no access to files or prototypes.
// Ranges and nested loops are rejected, because their running time would be unlimited.

const allowedTags = new Set(['if', 'for'])

/** A name without a value is empty in conditions. It is missing only when it is written out without a fallback. */
class MissingValue extends Drop {
  readonly name: string
  readonly note: (name: string) => void

  constructor(name: string, note: (name: string) => void) {
    super()
    this.name = name
    this.note = note
  }

  override valueOf() {
    return null as never
  }
}

/** A value of Liquid that compares by the raw value and renders as formatted text. */
class FormattedValue extends Drop {
  readonly raw: number | string
  readonly text: string

  constructor(raw: number | string, text: string) {
    super()
    this.raw = raw
    this.text = text
  }

  override valueOf() {
    return this.raw as never
  }
}

const toText = (value: unknown): string => {
  if (value instanceof FormattedValue) return value.text
  if (value instanceof MissingValue || value === null || value === undefined) return ''
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}

const isEmpty = (value: unknown) => toText(value) === ''
const onText = (change: (text: string) => string) => (value: unknown) =>
  isEmpty(value) ? value : change(toText(value))

const filters: Record<string, (value: unknown, ...more: unknown[]) => unknown> = {
  default: (value, fallback) => (isEmpty(value) ? fallback : value),
  upcase: onText((text) => text.toUpperCase()),
  downcase: onText((text) => text.toLowerCase()),
  capitalize: onText((text) =>
    text.toLowerCase().replace(/(^|[\s'’-])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase()),
  ),
  url_encode: onText(encodeURIComponent),
}
export const liquidFilterNames = Object.keys(filters)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter]!)

const toOutput = (escapeText: (text: string) => string) => (value: unknown) => {
  if (value instanceof MissingValue) value.note(value.name)
  return escapeText(toText(value))
}

function engineWith(escapeText: (text: string) => string) {
  const engine = new Liquid({
    outputEscape: toOutput(escapeText),
    strictFilters: true,
    strictVariables: true,
    ownPropertyOnly: true,
    parseLimit: 200_000,
    memoryLimit: 2_000_000,
  })
  for (const tag of Object.keys(engine.tags)) if (!allowedTags.has(tag)) delete engine.tags[tag]
  for (const filter of Object.keys(engine.filters)) delete engine.filters[filter]
  for (const [name, filter] of Object.entries(filters)) engine.registerFilter(name, filter)
  return engine
}

const engines = { html: engineWith(escapeHtml), text: engineWith((text) => text) }
export type LiquidTextForm = keyof typeof engines

/** An error in a text, with a message for its author. */
export class LiquidError extends Error {}

const token = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g
const quoted = /"[^"]*"|'[^']*'/g

function rejectCostly(text: string) {
  let depth = 0
  for (const [code] of text.matchAll(token)) {
    const unquoted = code.replace(quoted, '""')
    if (unquoted.includes('..')) throw new LiquidError('ranges are not possible')
    if (/^\{%-?\s*for\b/.test(unquoted) && ++depth > 1) throw new LiquidError('loops cannot be nested')
    if (/^\{%-?\s*endfor\b/.test(unquoted)) depth--
  }
}

/** Returns the first line of the parser's message without its position, which refers to our generated template. */
const shortMessage = (error: unknown) =>
  (error as Error).message
    .split('\n')[0]!
    .replace(/, (file|line):.*$/, '')
    .slice(0, 200)

/**
 * Returns the names that a text uses, if the text can be parsed.
 * Liquid searches the line of each name, so its time grows quadratically with the length of the text.
 * Text outside of Liquid is therefore dropped, and repeated outputs between two tags are reduced to one.
 */
function globalsOf(text: string, form: LiquidTextForm): string[] {
  const codes: string[] = []
  const outputs = new Set<string>()
  for (const [code] of text.matchAll(token)) {
    if (code.startsWith('{%')) outputs.clear()
    else if (outputs.has(code)) continue
    else outputs.add(code)
    codes.push(code)
  }
  return engines[form].globalVariablesSync(codes.join(''))
}

type Parsed = { templates: Template[]; globals: string[] }

/** The cache of parsed texts: a send renders the same few texts for each recipient, and parsing may take a second. */
const parsedTexts = new Map<string, Parsed>()
const MAX_PARSED_TEXTS = 12

/** Returns a parsed text, from the cache if possible. Throws LiquidError for a text that cannot be parsed. */
function parse(text: string, form: LiquidTextForm): Parsed {
  const key = `${form}:${text}`
  const parsed = parsedTexts.get(key) ?? parseNew(text, form)
  parsedTexts.delete(key)
  parsedTexts.set(key, parsed)
  const [oldest] = parsedTexts.keys()
  if (parsedTexts.size > MAX_PARSED_TEXTS) parsedTexts.delete(oldest!)
  return parsed
}

function parseNew(text: string, form: LiquidTextForm): Parsed {
  rejectCostly(text)
  try {
    return { templates: engines[form].parse(text), globals: globalsOf(text, form) }
  } catch (error) {
    throw new LiquidError(shortMessage(error))
  }
}

/** Returns the sorted names that a text uses. */
export const listMergeFieldNamesInText = (text: string, form: LiquidTextForm): string[] =>
  parse(text, form).globals.toSorted()

export type MergeValueFormat = { language: TemplateLanguage; currency: string }

type Labels = Readonly<Record<string, Readonly<Partial<Record<TemplateLanguage, string>>>>>

function formatValue(
  kind: MergeFieldKind,
  value: string | number,
  { language, currency }: MergeValueFormat,
  labels: Labels = {},
): unknown {
  const label = labels[value]?.[language]
  if (label !== undefined) return new FormattedValue(value, label)
  if (kind === 'points' || kind === 'number')
    return new FormattedValue(Number(value), formatPoints(language, Number(value)))
  if (kind === 'date') return new FormattedValue(`${value}`, formatDate(language, `${value}`))
  if (kind === 'money') return new FormattedValue(Number(value), formatMoney(language, currency, `${value}`))
  return `${value}`
}

type Names = readonly (Pick<MergeName, 'Name' | 'Kind'> & {
  Fields?: Readonly<Record<string, MergeFieldKind>>
  Labels?: Labels
})[]

function scopeOf(
  names: Names,
  values: Readonly<Record<string, MergeValue>>,
  format: MergeValueFormat,
  note: (name: string) => void,
) {
  const toScalar = (name: string, kind: MergeFieldKind, value: string | number | null | undefined, labels?: Labels) =>
    value === null || value === undefined || value === ''
      ? new MissingValue(name, note)
      : formatValue(kind, value, format, labels)
  const toChoices = (name: string, choices: string[], labels: Labels = {}) =>
    choices.length === 0
      ? new MissingValue(name, note)
      : new FormattedValue(
          choices.join(', '),
          choices.map((value) => labels[value]?.[format.language] ?? value).join(', '),
        )
  return Object.fromEntries(
    names.map(({ Name, Kind, Fields = {}, Labels }) => {
      const value = values[Name]
      if (Kind !== 'list')
        return [
          Name,
          Array.isArray(value)
            ? toChoices(Name, value as string[], Labels)
            : toScalar(Name, Kind, value as string | number | null, Labels),
        ]
      const rows = Array.isArray(value) ? (value as Record<string, string | number | null>[]) : []
      const row = (row: (typeof rows)[number]) =>
        Object.fromEntries(
          Object.entries(Fields).map(([field, kind]) => [field, toScalar(`${Name}.${field}`, kind, row[field])]),
        )
      return [Name, rows.map(row)]
    }),
  )
}

export type FilledTemplateText = { text: string; missing: string[] }

/** Replaces the names in a text by their values. Returns the text and the names with neither value nor fallback. */
export function fillMergeFields(
  template: string,
  form: LiquidTextForm,
  names: Names,
  values: Readonly<Record<string, MergeValue>>,
  format: MergeValueFormat,
): FilledTemplateText {
  const missing = new Set<string>()
  const { templates, globals } = parse(template, form)
  try {
    // A custom field that was removed after the text was saved is reported as missing and does not fail the message.
    const removedNames = globals
      .filter((name) => !names.some(({ Name }) => Name === name))
      .map((Name) => ({ Name, Kind: 'text' as const }))
    const scope = scopeOf([...names, ...removedNames], values, format, (name) => missing.add(name))
    return { text: engines[form].renderSync(templates, scope) as string, missing: [...missing] }
  } catch (error) {
    throw new LiquidError(shortMessage(error))
  }
}

/** Decodes Liquid inside HTML, because the editor writes `&lt;` where the author typed `<`. Values are escaped again. */
export const decodeLiquid = (html: string) =>
  html.replace(token, (code) =>
    code.replace(/&(lt|gt|amp|quot|#39|nbsp);/g, (entity) => decodedEntities[entity as keyof typeof decodedEntities]),
  )
const decodedEntities = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' } as const
