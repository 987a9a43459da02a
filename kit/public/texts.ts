import { useSyncExternalStore } from 'react'
import { CallError } from '#kit/web/call.ts'
import { formatDate, formatInstant, formatPoints, writeIn } from '#kit/web/format.ts'
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

type Texts = { [key: string]: string | Texts }
export type Bundle = Record<string, Texts>
export type TextParams = Record<string, string | number>
export type T = (key: PublicTextKey, params?: TextParams) => string

/** Chosen here before; the server reads it too, and names the texts of that language in the page. */
const CHOICE = 'carat_language'
const YEAR_SECONDS = 31_536_000

let load: (language: PublicLanguage) => Promise<Bundle> = async () => ({})
let texts: Bundle = {}
let language: PublicLanguage = 'en'
const watchers = new Set<() => void>()

/** Begins in the language that the server found, with what brings the texts of one language. */
export async function startTexts(first: PublicLanguage, loader: typeof load) {
  load = loader
  await showLanguage(first)
}

/** Another language, after its texts have arrived: no key is ever seen, and what was typed stays. */
export async function showLanguage(next: PublicLanguage) {
  texts = await load(next)
  language = next
  writeIn(next)
  document.documentElement.lang = next
  for (const watcher of watchers) watcher()
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

function find(key: string): string | undefined {
  const [namespace = '', path = ''] = key.split(':')
  let found: string | Texts | undefined = texts[namespace]
  for (const part of path.split('.')) found = typeof found === 'object' ? found[part] : undefined
  return typeof found === 'string' ? found : undefined
}

const fill = (text: string, params: TextParams) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = params[name]
    return typeof value === 'number' ? formatPoints(value) : (value ?? '')
  })

export const t: T = (key, params = {}) => {
  const { count } = params
  const form = typeof count === 'number' ? `_${new Intl.PluralRules(language).select(count)}` : ''
  return fill(find(`${key}${form}`) ?? find(`${key}_other`) ?? find(key) ?? key, params)
}

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

/** What a person reads when a call fails: the refusal in their language where it has a text, else the server's own words. */
export function errorText(error: unknown): string {
  if (!(error instanceof CallError)) return t('kit:error.unexpected')
  if (error.statusCode === 0) return t('kit:error.unreachable')
  if (error.details[0]) return error.details[0].message
  const text = find(error.code.replace('.', ':refusals.'))
  const params = Object.fromEntries(Object.entries(error.params).map(([name, value]) => [name, written(name, value)]))
  return text ? fill(text, params) : error.message || t('kit:error.unexpected')
}
