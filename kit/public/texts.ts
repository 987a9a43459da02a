import { useSyncExternalStore } from 'react'
import type { splitValidationMessage as FindIssue } from '#kit/contract/issues.ts'
import { CallError } from '#kit/web/call.ts'
import { formatDate, formatInstant, formatPoints, setFormatLanguage } from '#kit/web/format.ts'
import { fillText, findPlural, findText, type TextBundle, type TextParams } from '#kit/web/text-lookup.ts'
import type kitTexts from './texts.json'
import type { PublicTextKey } from './vocabulary.ts'

declare module './vocabulary.ts' {
  interface PublicTexts {
    kit: typeof kitTexts
  }
}

/** The languages of public pages with their native names. Only the feedback page offers Malay. */
export const languageNames = { en: 'English', ms: 'Bahasa Melayu', zh: '中文', fr: 'Français', ja: '日本語' } as const
export type PublicLanguage = keyof typeof languageNames
export const isLanguage = (code: string | null | undefined): code is PublicLanguage => !!code && code in languageNames

type T = (key: PublicTextKey, params?: TextParams) => string

/** The cookie with the chosen language, by which the server preloads the texts. */
const CHOICE = 'carat_language'
const YEAR_SECONDS = 31_536_000

type Loader = (language: PublicLanguage) => Promise<TextBundle>
type Loaders = {
  texts: Loader
  /** The translated texts of refusals. */
  refusals: Loader
}

let load: Loaders = { texts: async () => ({}), refusals: async () => ({}) }
let texts: TextBundle = {}
let refusals: TextBundle = {}
let refusalsIn: PublicLanguage | undefined
let findIssue: typeof FindIssue | undefined
let language: PublicLanguage = 'en'
const watchers = new Set<() => void>()

/** Shows the public page in the language that the server chose. */
export async function loadInitialTexts(first: PublicLanguage, loaders: Loaders) {
  load = loaders
  await showLanguage(first)
}

/** Loads the texts of a language before switching to it, so that the page never shows a text key. */
async function showLanguage(next: PublicLanguage) {
  texts = await load.texts(next)
  language = next
  if (refusalsIn) await loadRefusalTexts().catch(() => {})
  setFormatLanguage(next)
  document.documentElement.lang = next
  for (const watcher of watchers) watcher()
}

/** Loads the texts of the current page, which may be in another bundle than the previous page's. */
export async function loadPageTexts() {
  const requested = language
  const loaded = await load.texts(requested)
  if (requested !== language) return
  for (const [area, groups] of Object.entries(loaded)) texts = { ...texts, [area]: { ...texts[area], ...groups } }
}

/** Loads the refusal texts of a language once. */
export async function loadRefusalTexts() {
  if (refusalsIn === language) return
  const requested = language
  const [loaded, issues] = await Promise.all([load.refusals(requested), import('#kit/contract/issues.ts')])
  if (requested !== language) return
  refusals = loaded
  findIssue = issues.splitValidationMessage
  refusalsIn = requested
}

/** Switches to the user's choice of language and stores it. */
export async function storeLanguageChoice(chosen: PublicLanguage) {
  const path = new URL(document.baseURI).pathname
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it; some browsers lack the Cookie Store API.
  document.cookie = `${CHOICE}=${chosen}; path=${path}; max-age=${YEAR_SECONDS}; samesite=lax`
  await showLanguage(chosen)
}

/** Switches to the language of a link, unless the user chose a language on this device. */
export const applyLinkLanguage = (next: PublicLanguage) =>
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

/** Returns the text function, and re-renders the component when the language changes. */
export function useT(): T {
  useLanguage()
  return t
}

/** Formats a parameter of an error message: localises dates and times, and keeps ids and codes unchanged. */
const formatParam = (name: string, value: string | number) => {
  if (/(?:Id|No|Code)$/.test(name)) return String(value)
  if (typeof value !== 'string') return value
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatInstant(value)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value) : value
}

/** Translates a validation message from a contract. */
function issueText(message: string): string {
  const issue = findIssue?.(message)
  if (issue) return fill(findText(refusals, `kit:issues.${issue.name}`) ?? message, issue.values)
  // Looks the text up without a key path, because the validation message contains dots and is not a key path.
  for (const area of Object.values(refusals)) {
    const issues = typeof area === 'object' && area.issues
    if (typeof issues === 'object' && typeof issues[message] === 'string') return issues[message]
  }
  return message
}

/** Returns the message for a failed call: the translated refusal, or else the server's message. */
export function errorText(error: unknown): string {
  if (!(error instanceof CallError)) return t('kit:error.unexpected')
  if (error.statusCode === 0) return t('kit:error.unreachable')
  if (error.details[0]) return issueText(error.details[0].message)
  const text = findText(refusals, error.code.replace('.', ':refusals.'))
  const params = Object.fromEntries(
    Object.entries(error.params).map(([name, value]) => [name, formatParam(name, value)]),
  )
  return text ? fill(text, params) : error.message || t('kit:error.unexpected')
}
