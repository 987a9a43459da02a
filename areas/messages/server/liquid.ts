import { Drop, Liquid, type Template } from 'liquidjs'
import type { MergeName, TemplateLanguage } from '../contract.ts'
import { writtenDate, writtenMoney, writtenPoints } from './languages.ts'
import type { Kind, MergeValue } from './names.ts'

// Liquid with a closed list of names, `if` and `for`, and five filters. Nothing of it reads a file, a prototype or more of a value
// than the list names; what a text would need more time for (ranges, loops in loops) it may not say.

const keptTags = new Set(['if', 'for'])

/** A name that has no value here. It is empty wherever it is asked for; only written out without a fallback it counts as missing. */
class Missing extends Drop {
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

/** A value that compares as what it is and is written as its reader expects. */
class Written extends Drop {
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

const plain = (value: unknown): string => {
  if (value instanceof Written) return value.text
  if (value instanceof Missing || value === null || value === undefined) return ''
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}

const isEmpty = (value: unknown) => plain(value) === ''
const onText = (change: (text: string) => string) => (value: unknown) => (isEmpty(value) ? value : change(plain(value)))

const filters: Record<string, (value: unknown, ...more: unknown[]) => unknown> = {
  default: (value, fallback) => (isEmpty(value) ? fallback : value),
  upcase: onText((text) => text.toUpperCase()),
  downcase: onText((text) => text.toLowerCase()),
  capitalize: onText((text) =>
    text.toLowerCase().replace(/(^|[\s'’-])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase()),
  ),
  url_encode: onText(encodeURIComponent),
}
export const filterNames = Object.keys(filters)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter]!)

const writing = (escaped: (text: string) => string) => (value: unknown) => {
  if (value instanceof Missing) value.note(value.name)
  return escaped(plain(value))
}

function engineWith(escaped: (text: string) => string) {
  const engine = new Liquid({
    outputEscape: writing(escaped),
    strictFilters: true,
    strictVariables: true,
    ownPropertyOnly: true,
    parseLimit: 200_000,
    memoryLimit: 2_000_000,
  })
  for (const tag of Object.keys(engine.tags)) if (!keptTags.has(tag)) delete engine.tags[tag]
  for (const filter of Object.keys(engine.filters)) delete engine.filters[filter]
  for (const [name, filter] of Object.entries(filters)) engine.registerFilter(name, filter)
  return engine
}

const engines = { html: engineWith(escapeHtml), text: engineWith((text) => text) }
export type Form = keyof typeof engines

/** What is wrong with a text, in words for its author. */
export class NotLiquid extends Error {}

const token = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g
const quoted = /"[^"]*"|'[^']*'/g

function refuseCostly(text: string) {
  let depth = 0
  for (const [found] of text.matchAll(token)) {
    const bare = found.replace(quoted, '""')
    if (bare.includes('..')) throw new NotLiquid('ranges are not possible')
    if (/^\{%-?\s*for\b/.test(bare) && ++depth > 1) throw new NotLiquid('a loop cannot stand in a loop')
    if (/^\{%-?\s*endfor\b/.test(bare)) depth--
  }
}

/** The first line of what the parser says, without the place, which is one in our own file. */
const sentenceOf = (error: unknown) =>
  (error as Error).message
    .split('\n')[0]!
    .replace(/, (file|line):.*$/, '')
    .slice(0, 200)

/**
 * The names in a text that can be parsed. Liquid looks up the line of each mention, so its time grows with the square of a long
 * text: what is no Liquid is left out, and of outputs with no tag between them each is kept once.
 */
function globalsOf(text: string, form: Form): string[] {
  const kept: string[] = []
  const outputs = new Set<string>()
  for (const [found] of text.matchAll(token)) {
    if (found.startsWith('{%')) outputs.clear()
    else if (outputs.has(found)) continue
    else outputs.add(found)
    kept.push(found)
  }
  return engines[form].globalVariablesSync(kept.join(''))
}

type Parsed = { templates: Template[]; globals: string[] }

/** The latest parsed texts: a send fills the same few for each recipient, and a long one takes a second to parse. */
const parsedTexts = new Map<string, Parsed>()
const MAX_PARSED_TEXTS = 12

/** Parses a text, or takes it from the latest ones; throws NotLiquid. */
function parse(text: string, form: Form): Parsed {
  const key = `${form}:${text}`
  const parsed = parsedTexts.get(key) ?? parseNew(text, form)
  parsedTexts.delete(key)
  parsedTexts.set(key, parsed)
  const [oldest] = parsedTexts.keys()
  if (parsedTexts.size > MAX_PARSED_TEXTS) parsedTexts.delete(oldest!)
  return parsed
}

function parseNew(text: string, form: Form): Parsed {
  refuseCostly(text)
  try {
    return { templates: engines[form].parse(text), globals: globalsOf(text, form) }
  } catch (error) {
    throw new NotLiquid(sentenceOf(error))
  }
}

/** The names that a text uses. */
export const namesIn = (text: string, form: Form): string[] => parse(text, form).globals.toSorted()

export type Writing = { language: TemplateLanguage; currency: string }

type Labels = Readonly<Record<string, Readonly<Partial<Record<TemplateLanguage, string>>>>>

function writtenAs(kind: Kind, value: string | number, { language, currency }: Writing, labels: Labels = {}): unknown {
  const label = labels[value]?.[language]
  if (label !== undefined) return new Written(value, label)
  if (kind === 'points' || kind === 'number') return new Written(Number(value), writtenPoints(language, Number(value)))
  if (kind === 'date') return new Written(`${value}`, writtenDate(language, `${value}`))
  if (kind === 'money') return new Written(Number(value), writtenMoney(language, currency, `${value}`))
  return `${value}`
}

type Names = readonly (Pick<MergeName, 'Name' | 'Kind'> & {
  Fields?: Readonly<Record<string, Kind>>
  Labels?: Labels
})[]

function scopeOf(
  names: Names,
  values: Readonly<Record<string, MergeValue>>,
  writing: Writing,
  note: (name: string) => void,
) {
  const one = (name: string, kind: Kind, value: string | number | null | undefined, labels?: Labels) =>
    value === null || value === undefined || value === ''
      ? new Missing(name, note)
      : writtenAs(kind, value, writing, labels)
  const several = (name: string, chosen: string[], labels: Labels = {}) =>
    chosen.length === 0
      ? new Missing(name, note)
      : new Written(chosen.join(', '), chosen.map((value) => labels[value]?.[writing.language] ?? value).join(', '))
  return Object.fromEntries(
    names.map(({ Name, Kind, Fields = {}, Labels }) => {
      const value = values[Name]
      if (Kind !== 'list')
        return [
          Name,
          Array.isArray(value)
            ? several(Name, value as string[], Labels)
            : one(Name, Kind, value as string | number | null, Labels),
        ]
      const rows = Array.isArray(value) ? (value as Record<string, string | number | null>[]) : []
      const row = (row: (typeof rows)[number]) =>
        Object.fromEntries(
          Object.entries(Fields).map(([field, kind]) => [field, one(`${Name}.${field}`, kind, row[field])]),
        )
      return [Name, rows.map(row)]
    }),
  )
}

export type Filled = { text: string; missing: string[] }

/** The text with its names filled in, and those that had neither value nor fallback. */
export function fill(
  template: string,
  form: Form,
  names: Names,
  values: Readonly<Record<string, MergeValue>>,
  writing: Writing,
): Filled {
  const missing = new Set<string>()
  const { templates, globals } = parse(template, form)
  try {
    // A field of people's own that went since the text was saved has no value any more: that is said, and stops no other text.
    const gone = globals
      .filter((name) => !names.some(({ Name }) => Name === name))
      .map((Name) => ({ Name, Kind: 'text' as const }))
    const scope = scopeOf([...names, ...gone], values, writing, (name) => missing.add(name))
    return { text: engines[form].renderSync(templates, scope) as string, missing: [...missing] }
  } catch (error) {
    throw new NotLiquid(sentenceOf(error))
  }
}

/** Liquid inside HTML: the editor wrote `&lt;` where the author meant `<`. What it writes out is escaped again. */
export const liquidIn = (html: string) =>
  html.replace(token, (found) =>
    found.replace(/&(lt|gt|amp|quot|#39|nbsp);/g, (entity) => meaning[entity as keyof typeof meaning]),
  )
const meaning = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' } as const
