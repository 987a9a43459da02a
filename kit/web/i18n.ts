import { useSyncExternalStore } from 'react'
import { CallError } from './call.ts'
import { writeIn } from './format.ts'
import { readableParams } from './refusal-words.ts'
import type { TextBundle, TextParams } from './text-lookup.ts'
import { activeLanguage, addTexts, hasText, onLanguageChange, switchLanguage, translate } from './text-store.ts'
import type { TextKey } from './vocabulary.ts'

/** The interface languages, each named in itself. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'zh', name: '中文' },
  { code: 'fr', name: 'Français' },
  { code: 'ja', name: '日本語' },
] as const
export type Language = (typeof languages)[number]['code']

export type T = (key: TextKey, params?: TextParams) => string

let load: (language: Language) => Promise<TextBundle> = async () => ({})

/** Starts the texts; `loader` brings the bundle of one language, and only when that language is asked for. */
export async function startTexts(language: Language, loader: typeof load) {
  load = loader
  await setLanguage(language)
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
  switchLanguage(language)
  document.documentElement.lang = language
}

export const currentLanguage = () => activeLanguage() as Language

/** Outside of components: the text in the present language. */
export const t: T = (key, params) => translate(key, params)

/** One function a language, so that a change of language is a change of value to useSyncExternalStore. */
const translators = new Map<string, T>()

/** The texts of one language. */
export function textsIn(language: string): T {
  const translator: T = translators.get(language) ?? ((key, params) => translate(key, params, language))
  translators.set(language, translator)
  return translator
}

const inActiveLanguage = () => textsIn(activeLanguage())

/** The texts, drawn again when the language changes. Thousands of cells of a page ask for them, so it does no more than that. */
export const useT = (): T => useSyncExternalStore(onLanguageChange, inActiveLanguage, inActiveLanguage)

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
  if (hasText(key)) return { description: t(key as TextKey, readableParams(area, error.params)) }
  return { description: error.message || t('kit:refusals.unsaid') }
}
