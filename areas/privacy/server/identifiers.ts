import type pg from 'pg'
import type { PersonRecords } from './person.ts'

// IDENTIFIERS OF A PERSON in free text: current and former names, numbers and addresses, in any case and spacing.

type Queries = Pick<pg.ClientBase, 'query'>

type Identifier = { kind: 'name' | 'phone' | 'text'; value: string }

export type PersonIdentifiers = {
  /** Masks the person's identifiers in a text; with `isSafe` also one-word names, which may be ordinary words. */
  mask(text: string, isSafe: boolean): string
  /** Masks identifiers in the values of a JSON document, and search terms that consist of the person's name. */
  maskDocument(document: unknown): unknown
  /** A PostgreSQL regular expression that finds any identifier; null if there is none. */
  anywhere: string | null
  /** PostgreSQL regular expression that finds any identifier except one-word names; null if there is none. */
  distinct: string | null
}

const MASK = '•••'

export async function readPersonIdentifiers(client: Queries, { customers }: PersonRecords): Promise<PersonIdentifiers> {
  const { rows } = await client.query<Identifier>(
    `with own as (select * from customer where customer_id = any($1)),
     former as (select f.field_name, unnest(array[f.previous, f.updated]) as value
       from profile_updated_field f join profile_updated_history h using (history_id) where h.customer_id = any($1))
     select distinct kind, btrim(value) as value from (
       select 'name' as kind, unnest(array[full_name, preferred_name]) as value from own
       union all select 'name', value from former where field_name in ('FullName', 'PreferredName')
       union all select 'phone', unnest(array[contact_no, contact_no_typed, alternate_contact_no]) from own
       union all select 'phone', value from former where field_name in ('ContactNo', 'AlternateContactNo')
       union all select 'text', unnest(array[id_no, email]) from own
       union all select 'text', substr(id_no, 1, 6) || '-' || substr(id_no, 7, 2) || '-' || substr(id_no, 9) from own where id_no ~ '^[0-9]{12}$'
       union all select 'text', value from former where field_name in ('IdNo', 'Email')
       union all select 'text', line1 from customer_address where customer_id = any($1) and line1 ~ '\\d' and length(line1) >= 8
       union all select 'text', recipient from contact_log where customer_id = any($1)
     ) named where btrim(value) <> '' and value <> 'Erased customer'`,
    [customers],
  )
  return groupPersonIdentifiers(rows)
}

export function groupPersonIdentifiers(identifiers: readonly Identifier[]): PersonIdentifiers {
  const phones = identifiers.filter(({ kind, value }) => kind === 'phone' && digitsOf(value).length >= 7)
  const names = identifiers.filter(({ kind, value }) => kind === 'name' && value.length >= 2)
  const texts = identifiers.filter(({ kind, value }) => kind === 'text' && value.length >= 6)
  const whole = [...names.filter(isDistinct), ...texts].map(({ value }) => value)
  const single = names.filter((name) => !isDistinct(name)).map(({ value }) => value)
  const patterns = [...phones.map(({ value }) => phonePattern(value)), ...whole.map(textPattern)]
  const distinct = expression(patterns)
  const all = expression([...patterns, ...single.map(textPattern)])
  const parts = new Set(names.flatMap(({ value }) => wordsOf(value)))

  const mask = (text: string, isSafe: boolean) => {
    const pattern = isSafe ? all : distinct
    return pattern ? text.replace(pattern, () => MASK) : text
  }
  /** Returns true if a search term consists only of words of the person's name. */
  const isSearchFor = (text: string) => {
    const typed = wordsOf(text)
    return typed.length > 0 && typed.every((word) => parts.has(word))
  }
  function maskDocument(document: unknown, key = '', field = ''): unknown {
    if (typeof document === 'string') {
      const masked = mask(document, !FIXED.test(key))
      return NAMED.test(key === 'Text' ? field : key) && isSearchFor(document) ? MASK : masked
    }
    if (Array.isArray(document)) return document.map((item) => maskDocument(item, key, field))
    if (typeof document !== 'object' || document === null) return document
    const { Field } = document as { Field?: unknown }
    return Object.fromEntries(
      Object.entries(document).map(([name, value]) => [name, maskDocument(value, name, `${Field ?? ''}`)]),
    )
  }
  const inDatabase = (values: readonly string[]) =>
    [...phones.map(({ value }) => phonePattern(value)), ...values.flatMap(spellingsOf).map(databasePattern)].join('|')
  return {
    mask,
    maskDocument: (document) => maskDocument(document),
    anywhere: inDatabase([...whole, ...single]) || null,
    distinct: inDatabase(whole) || null,
  }
}

/** Keys whose values are codes or fixed words; their values are not masked, even if they equal a one-word name. */
const FIXED = /(Status|Type|Code|Sort|Option|Direction|YN|Format|Language|Path|Id|Field|Key|Columns)$/
const NAMED = /(Name|Q|Typed|Search)$/

/** Returns true if a name is hardly an ordinary word: several words, or three Chinese or Japanese characters. */
const isDistinct = ({ value }: Identifier) =>
  /\S[\s\u3000]+\S/.test(value) || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{3}/u.test(value)

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s\u3000]+/)
    .filter((word) => word !== '')
const digitsOf = (text: string) => text.replace(/\D/g, '')
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

const expression = (patterns: readonly string[]) =>
  patterns.length > 0 ? new RegExp(byLength(patterns).join('|'), 'giu') : null
const byLength = (patterns: readonly string[]) => [...patterns].sort((a, b) => b.length - a.length)

/** A JavaScript pattern that matches whole words in scripts with spaces, and any occurrence in other scripts. */
function textPattern(text: string) {
  const body = text
    .split(/[\s\u3000]+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('[\\s\\u3000]+')
  const before = /^[\p{Script=Latin}\p{N}]/u.test(text) ? '(?<![\\p{L}\\p{N}])' : ''
  const after = /[\p{Script=Latin}\p{N}]$/u.test(text) ? '(?![\\p{L}\\p{N}])' : ''
  return `${before}${body}${after}`
}

/** Returns a regular expression for the last eight digits of a phone number with any separators and prefix. */
function phonePattern(phone: string) {
  const end = digitsOf(phone).slice(-8).split('').join('[ ()./-]*')
  return `(?:[+]?[0-9][0-9 ()./-]{0,6})?${end}(?![0-9])`
}

/** Returns the spellings to search for, because PostgreSQL ignores case for ASCII only and JSON escapes characters. */
const spellingsOf = (text: string) => [
  ...new Set(
    (/^[ -~]*$/.test(text) ? [text] : [text, text.toLowerCase(), text.toUpperCase(), titled(text)]).flatMap(
      (spelling) => [spelling, JSON.stringify(spelling).slice(1, -1)],
    ),
  ),
]
const titled = (text: string) => text.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())

function databasePattern(text: string) {
  const body = text
    .split(/[\s\u3000]+/)
    .map(escaped)
    .join('(?:\\s|\\u3000)+')
  const before = /^[a-z0-9]/i.test(text) ? '(?<![a-zA-Z0-9])' : ''
  const after = /[a-z0-9]$/i.test(text) ? '(?![a-zA-Z0-9])' : ''
  return `${before}${body}${after}`
}
