import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { CallError } from './call.ts'
import { writeIn } from './format.ts'
import { countIn } from './plural.ts'
import { readableParams } from './refusal-words.ts'
import type { TextKey } from './vocabulary.ts'

/** The interface languages, each named in itself. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'zh', name: '中文' },
  { code: 'fr', name: 'Français' },
  { code: 'ja', name: '日本語' },
] as const
export type Language = (typeof languages)[number]['code']

export type TextParams = Record<string, string | number>
export type T = (key: TextKey, params?: TextParams) => string

/** Namespace → its texts in one language. */
export type Bundle = Record<string, object>

let load: (language: Language) => Promise<Bundle> = async () => ({})

/** Starts the texts; `loader` brings the bundle of one language, and only when that language is asked for. */
export async function startTexts(language: Language, loader: typeof load) {
  load = loader
  await i18next.init({
    lng: 'cimode',
    fallbackLng: 'en',
    ns: [],
    // The one vocabulary: a field or value that an area does not name in its own way is called as everywhere.
    fallbackNS: 'kit',
    resources: {},
    // React escapes; escaping here too would show "&amp;" to the reader.
    interpolation: { escapeValue: false },
  })
  await setLanguage(language)
}

/** Adds texts to a language that is already shown: the shell brings those of the areas after the sign-in page's. */
export function addTexts(language: Language, bundle: Bundle) {
  for (const [namespace, texts] of Object.entries(bundle))
    i18next.addResourceBundle(language, namespace, texts, true, true)
}

const late = new Map<typeof load, Promise<void>>()

/** Texts that the first page does without: brought once, and with every language that is chosen from then on. */
export function bringTexts(loader: typeof load): Promise<void> {
  const brought =
    late.get(loader) ??
    (async () => {
      const language = currentLanguage()
      addTexts(language, await loader(language))
    })()
  late.set(loader, brought)
  // Anyone who comes later may try again what the network did not bring.
  brought.catch(() => late.delete(loader))
  return brought
}

/** Shows another language, after its texts have arrived: no key is ever seen. */
export async function setLanguage(language: Language) {
  const had = new Set<typeof load>()
  // Meanwhile a page may have asked for texts of its own, in the language that was shown until now.
  for (let rest = [load, ...late.keys()]; rest.length > 0; rest = [...late.keys()].filter((one) => !had.has(one))) {
    for (const loader of rest) had.add(loader)
    for (const bundle of await Promise.all(rest.map((loader) => loader(language)))) addTexts(language, bundle)
  }
  // Before the pages are drawn again: their dates and figures follow their words.
  writeIn(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

export const currentLanguage = () => i18next.language as Language

/** Outside of components: the text in the present language. */
export const t: T = (key, params) => i18next.t(key, counted(params))

/** A text whose number has another name than `count` has its singular all the same. */
const counted = (params: TextParams = {}): TextParams => {
  const count = countIn(params)
  return count === undefined ? params : { ...params, count }
}

const onLanguage = (again: () => void) => {
  i18next.on('languageChanged', again)
  return () => i18next.off('languageChanged', again)
}
/** One for each language: it is another as soon as the language is. */
const spoken = new Map<string, T>()
function inThisLanguage(): T {
  const known = spoken.get(i18next.language)
  if (known) return known
  const fixed = i18next.getFixedT(i18next.language) as unknown as T
  const spokenHere: T = (key, params) => fixed(key, params && counted(params))
  spoken.set(i18next.language, spokenHere)
  return spokenHere
}

/** The texts, drawn again when the language changes. Thousands of cells of a page ask for them, so it does no more than that. */
export const useT = (): T => useSyncExternalStore(onLanguage, inThisLanguage, inThisLanguage)

/**
 * What a person reads when a call fails: the refusal in their language where it has a text, else the server's own
 * words; 'An error occured' where nobody said a word, 'Something went wrong' where no call was the cause.
 */
export function errorText(error: unknown): { title?: string; description: string } {
  if (!(error instanceof CallError)) return { description: t('kit:somethingWentWrong') }
  // The specification's rule: of several messages, the first. It says more than "Check your input".
  if (error.details[0]) return { description: error.details[0].message }
  const [area = '', reason] = error.code.split('.')
  const key = `${area}:refusals.${reason}`
  if (i18next.exists(key)) return { description: t(key as TextKey, readableParams(area, error.params)) }
  return { description: error.message || t('kit:refusals.unsaid') }
}
