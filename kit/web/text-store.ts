import { fillText, findPlural, type TextBundle, type TextParams, type TextTree } from './text-lookup.ts'

/** The namespace with names of fields and values that an area does not define itself. */
const SHARED_NAMESPACE = 'kit'
const FALLBACK_LANGUAGE = 'en'

const bundles = new Map<string, TextBundle>()
const bundleOf = (code: string) => bundles.get(code) ?? {}

let language = FALLBACK_LANGUAGE
const listeners = new Set<() => void>()

export const activeLanguage = () => language

/** Switches the language of all texts and notifies every subscriber. */
export function switchLanguage(next: string) {
  language = next
  for (const listener of listeners) listener()
}

export function onLanguageChange(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Adds texts of a language to the texts that are already loaded. */
export function addTexts(code: string, bundle: TextBundle) {
  bundles.set(code, merge(bundleOf(code), bundle))
}

const merge = <Tree extends TextTree>(tree: Tree, more: TextTree): Tree => {
  const merged: TextTree = { ...tree }
  for (const [key, value] of Object.entries(more)) {
    const present = merged[key]
    merged[key] = typeof present === 'object' && typeof value === 'object' ? merge(present, value) : value
  }
  return merged as Tree
}

/** Returns the namespaces that have texts in the current language. */
export const listNamespaces = () => Object.keys(bundleOf(language))

/** Returns a group of texts whose keys are sentences and may contain dots. */
export const textGroup = (namespace: string, group: string) =>
  bundleOf(language)[namespace]?.[group] as TextTree | undefined

/** Finds a text in its namespace, then in the shared one. Tries the preferred language, English and the current one. */
function lookUp(key: string, preferred: string, params: TextParams = {}): string | undefined {
  for (const name of [key, key.replace(/^[^:]*/, () => SHARED_NAMESPACE)])
    for (const code of [preferred, FALLBACK_LANGUAGE, language]) {
      const text = findPlural(bundleOf(code), name, code, params)
      if (text !== undefined) return text
    }
  return undefined
}

export const hasText = (key: string) => lookUp(key, language) !== undefined

/** Returns the text in a language with its placeholders replaced, or the key itself if no language has the text. */
export function translate(key: string, params: TextParams = {}, code = language): string {
  const text = lookUp(key, code, params)
  return text === undefined ? key : fillText(text, params)
}
