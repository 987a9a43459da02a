import { useSyncExternalStore } from 'react'
import { CallError } from './call.ts'
import { setFormatLanguage } from './format.ts'
import { readableParams } from './refusal-words.ts'
import type { TextBundle, TextParams } from './text-lookup.ts'
import { activeLanguage, addTexts, hasText, onLanguageChange, switchLanguage, translate } from './text-store.ts'
import type { TextKey } from './vocabulary.ts'

/** The interface languages, each with its native name. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'zh', name: '中文' },
  { code: 'fr', name: 'Français' },
  { code: 'ja', name: '日本語' },
] as const
export type Language = (typeof languages)[number]['code']

export type T = (key: TextKey, params?: TextParams) => string

let load: (language: Language) => Promise<TextBundle> = async () => ({})

/** Loads the texts of the start language; `loader` fetches the bundle of one language on demand. */
export async function startTexts(language: Language, loader: typeof load) {
  load = loader
  await setLanguage(language)
}

const furtherLoaders = new Map<typeof load, Promise<void>>()

/** Loads texts that the first page does not need. Later changes of the language load them too. */
export function loadFurtherTexts(loader: typeof load): Promise<void> {
  const loading =
    furtherLoaders.get(loader) ??
    (async () => {
      const language = currentLanguage()
      addTexts(language, await loader(language))
    })()
  furtherLoaders.set(loader, loading)
  // After a failed load the next caller may try again.
  loading.catch(() => furtherLoaders.delete(loader))
  return loading
}

/** Switches the language once its texts are loaded, so that no text key is ever shown. */
export async function setLanguage(language: Language) {
  const loaded = new Set<typeof load>()
  // While loading, a page may have requested further texts in the previous language.
  for (
    let pending = [load, ...furtherLoaders.keys()];
    pending.length > 0;
    pending = [...furtherLoaders.keys()].filter((loader) => !loaded.has(loader))
  ) {
    for (const loader of pending) loaded.add(loader)
    for (const bundle of await Promise.all(pending.map((loader) => loader(language)))) addTexts(language, bundle)
  }
  // Before the pages render again, so that dates and figures use the new language too.
  setFormatLanguage(language)
  switchLanguage(language)
  document.documentElement.lang = language
}

export const currentLanguage = () => activeLanguage() as Language

/** The text in the current language, for use outside of components. */
export const t: T = (key, params) => translate(key, params)

/** One function per language, so that useSyncExternalStore detects a change of the language. */
const translators = new Map<string, T>()

/** The texts of one language. */
export function textsIn(language: string): T {
  const translator: T = translators.get(language) ?? ((key, params) => translate(key, params, language))
  translators.set(language, translator)
  return translator
}

const inActiveLanguage = () => textsIn(activeLanguage())

/** The texts; re-renders when the language changes. Thousands of cells use it, so it must stay cheap. */
export const useT = (): T => useSyncExternalStore(onLanguageChange, inActiveLanguage, inActiveLanguage)

/**
 * The message for a failed call: translated if its code has a text, else the server's message; 'An error occured' without a
 * message, and 'Something went wrong' if the error does not come from a call.
 */
export function errorText(error: unknown): { title?: string; description: string } {
  if (!(error instanceof CallError)) return { description: t('kit:somethingWentWrong') }
  // Specified: of several messages the first is shown.
  if (error.details[0]) return { description: error.details[0].message }
  const [area = '', reason] = error.code.split('.')
  const key = `${area}:refusals.${reason}`
  if (hasText(key)) return { description: t(key as TextKey, readableParams(area, error.params)) }
  return { description: error.message || t('kit:refusals.unsaid') }
}
