import { useSyncExternalStore } from 'react'
import type { issueOf as IssueOf } from '#kit/contract/issues.ts'
import { CallError } from '#kit/web/call.ts'
import { formatDate, formatInstant, formatPoints, writeIn } from '#kit/web/format.ts'
import { fillText, findPlural, findText, type TextBundle, type TextParams } from '#kit/web/text-lookup.ts'
import type kitTexts from './texts.json'
import type { PublicTextKey } from './vocabulary.ts'

declare module './vocabulary.ts' {
  interface PublicTexts {
    kit: typeof kitTexts
  }
}

/** The languages of public pages, each named in itself. Malay is for feedback alone; the company chooses among the others. */
export const languageNames = { en: 'English', ms: 'Bahasa Melayu', zh: '中文', fr: 'Français', ja: '日本語' } as const
export type PublicLanguage = keyof typeof languageNames
export const isLanguage = (code: string | null | undefined): code is PublicLanguage => !!code && code in languageNames

type T = (key: PublicTextKey, params?: TextParams) => string

/** Chosen here before; the server reads it too, and names the texts of that language in the page. */
const CHOICE = 'carat_language'
const YEAR_SECONDS = 31_536_000

type Loader = (language: PublicLanguage) => Promise<TextBundle>
type Loaders = {
  texts: Loader
  /** What is said of a call that was refused. */
  refusals: Loader
}

let load: Loaders = { texts: async () => ({}), refusals: async () => ({}) }
let texts: TextBundle = {}
let refusals: TextBundle = {}
let refusalsIn: PublicLanguage | undefined
let issueOf: typeof IssueOf | undefined
let language: PublicLanguage = 'en'
const watchers = new Set<() => void>()

/** Begins in the language that the server found, with what brings the texts of one language. */
export async function startTexts(first: PublicLanguage, loaders: Loaders) {
  load = loaders
  await showLanguage(first)
}

/** Another language, after its texts have arrived: no key is ever seen, and what was typed stays. */
async function showLanguage(next: PublicLanguage) {
  texts = await load.texts(next)
  language = next
  if (refusalsIn) await bringRefusals().catch(() => {})
  writeIn(next)
  document.documentElement.lang = next
  for (const watcher of watchers) watcher()
}

/** Adds the texts of the page at the present address, which may belong to another part than those of the page before. */
export async function bringTexts() {
  const wanted = language
  const brought = await load.texts(wanted)
  if (wanted !== language) return
  for (const [area, groups] of Object.entries(brought)) texts = { ...texts, [area]: { ...texts[area], ...groups } }
}

/** Something was refused: the words for it, once for each language. */
export async function bringRefusals() {
  if (refusalsIn === language) return
  const wanted = language
  const [brought, issues] = await Promise.all([load.refusals(wanted), import('#kit/contract/issues.ts')])
  if (wanted !== language) return
  refusals = brought
  issueOf = issues.issueOf
  refusalsIn = wanted
}

/** The reader chose: kept for the next visit. */
export async function chooseLanguage(next: PublicLanguage) {
  const path = new URL(document.baseURI).pathname
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with the next page; the Cookie Store is not in every browser.
  document.cookie = `${CHOICE}=${next}; path=${path}; max-age=${YEAR_SECONDS}; samesite=lax`
  await showLanguage(next)
}

/** The language that a link was made for, unless the reader chose one on this phone. */
export const followLanguage = (next: PublicLanguage) =>
  document.cookie.includes(`${CHOICE}=`) || next === language ? Promise.resolve() : showLanguage(next)

export const currentLanguage = () => language

export const useLanguage = () =>
  useSyncExternalStore((watcher) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  }, currentLanguage)

const fill = (text: string, params: TextParams) =>
  fillText(text, params, (value) => (typeof value === 'number' ? formatPoints(value) : value))

export const t: T = (key, params = {}) => fill(findPlural(texts, key, language, params) ?? key, params)

/** The texts, drawn again when the language changes. */
export function useT(): T {
  useLanguage()
  return t
}

/** Numbers that are names keep their digits as they are; dates and moments are written as everywhere. */
const written = (name: string, value: string | number) => {
  if (/(?:Id|No|Code)$/.test(name)) return String(value)
  if (typeof value !== 'string') return value
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatInstant(value)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value) : value
}

/** What is wrong with a field, by the English sentence of its contract. */
function issueText(message: string): string {
  const known = issueOf?.(message)
  if (known) return fill(findText(refusals, `kit:issues.${known.name}`) ?? message, known.values)
  // A sentence is no path: it has dots of its own.
  for (const area of Object.values(refusals)) {
    const said = typeof area === 'object' && area.issues
    if (typeof said === 'object' && typeof said[message] === 'string') return said[message]
  }
  return message
}

/** What a person reads when a call fails: the refusal in their language where it has a text, else the server's own words. */
export function errorText(error: unknown): string {
  if (!(error instanceof CallError)) return t('kit:error.unexpected')
  if (error.statusCode === 0) return t('kit:error.unreachable')
  if (error.details[0]) return issueText(error.details[0].message)
  const text = findText(refusals, error.code.replace('.', ':refusals.'))
  const params = Object.fromEntries(Object.entries(error.params).map(([name, value]) => [name, written(name, value)]))
  return text ? fill(text, params) : error.message || t('kit:error.unexpected')
}
