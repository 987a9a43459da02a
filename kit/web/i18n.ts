import { useSyncExternalStore } from 'react'
import { CallError } from './call.ts'
import { setFormatLanguage } from './format.ts'
import { formatRefusalParams } from './refusal-words.ts'
import type { TextBundle, TextParams } from './text-lookup.ts'
import { activeLanguage, addTexts, hasText, onLanguageChange, switchLanguage, translate } from './text-store.ts'
import type { TextKey } from './vocabulary.ts'

/** The languages of the interface with their native names. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'zh', name: '中文' },
  { code: 'fr', name: 'Français' },
  { code: 'ja', name: '日本語' },
] as const
export type Language = (typeof languages)[number]['code']

export type TranslateFunction = (key: TextKey, params?: TextParams) => string

let load: (language: Language) => Promise<TextBundle> = async () => ({})

/** Loads the texts of the start language. `loader` fetches the bundle of a language on demand. */
export async function loadInitialTexts(language: Language, loader: typeof load) {
  load = loader
  await setLanguage(language)
}

const furtherLoaders = new Map<typeof load, Promise<void>>()

/** Loads texts that the first page does not need. A later change of language loads these texts too. */
export function loadFurtherTexts(loader: typeof load): Promise<void> {
  const loading =
    furtherLoaders.get(loader) ??
    (async () => {
      const language = currentLanguage()
      addTexts(language, await loader(language))
    })()
  furtherLoaders.set(loader, loading)
  // Removes the promise of a failed load, so that the next caller loads the texts again.
  loading.catch(() => furtherLoaders.delete(loader))
  return loading
}

/** Switches the language after the texts are loaded, so that no page ever shows a text key. */
export async function setLanguage(language: Language) {
  const loaded = new Set<typeof load>()
  // The loading is repeated while pages request further texts, because these were loaded in the previous language.
  for (
    let pending = [load, ...furtherLoaders.keys()];
    pending.length > 0;
    pending = [...furtherLoaders.keys()].filter((loader) => !loaded.has(loader))
  ) {
    for (const loader of pending) loaded.add(loader)
    for (const bundle of await Promise.all(pending.map((loader) => loader(language)))) addTexts(language, bundle)
  }
  // The format changes before pages render again, so that dates and figures use the new language.
  setFormatLanguage(language)
  switchLanguage(language)
  document.documentElement.lang = language
}

export const currentLanguage = () => activeLanguage() as Language

/** Translates a text key into the current language, for use outside components. */
export const t: TranslateFunction = (key, params) => translate(key, params)

/** Returns the same function for the same language, so that useSyncExternalStore detects a change of language. */
const translators = new Map<string, TranslateFunction>()

/** Returns the text function of one language. */
export function translatorForLanguage(language: string): TranslateFunction {
  const translator: TranslateFunction = translators.get(language) ?? ((key, params) => translate(key, params, language))
  translators.set(language, translator)
  return translator
}

const inActiveLanguage = () => translatorForLanguage(activeLanguage())

/** Returns the text function and re-renders on a change of language. The hook must stay cheap for thousands of cells. */
export const useT = (): TranslateFunction => useSyncExternalStore(onLanguageChange, inActiveLanguage, inActiveLanguage)

/**
 * Returns title and description for a failed call: the translation of the error code, or else the server's message.
 * Without a message from the server the text is 'An error occured'; for other errors it is 'Something went wrong'.
 */
export function errorText(error: unknown): { title?: string; description: string } {
  if (!(error instanceof CallError)) return { description: t('kit:somethingWentWrong') }
  // Shows only the first of several messages, as the specification requires.
  if (error.details[0]) return { description: error.details[0].message }
  const [area = '', reason] = error.code.split('.')
  const key = `${area}:refusals.${reason}`
  if (hasText(key)) return { description: t(key as TextKey, formatRefusalParams(area, error.params)) }
  return { description: error.message || t('kit:refusals.unsaid') }
}
