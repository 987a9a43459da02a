import {
  publicTextFiles,
  refusalsOfContracts,
  type Tree,
  textFiles,
  textsOf as treeOf,
} from '../scripts/texts-in-parts.ts'

// All texts of the application, as tests read them: `namespace:key` → text.

export const languages = ['en', 'zh', 'fr', 'ja'] as const
/** Namespaces: staff pages by area, public pages with the prefix `public/`. */
export const namespaces = [...textFiles.keys(), ...publicTextFiles.keys()]
export const refusals = await refusalsOfContracts()

const flatten = (texts: Tree, before: string): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[before + key, value]] : flatten(value, `${before}${key}.`),
  )

/** One namespace's texts in one language. */
export const textsOf = (namespace: string, language: string) =>
  new Map(flatten(treeOf(namespace, language, refusals), ''))

/** All texts in one language. */
export const textsIn = (language: string) =>
  new Map(
    namespaces.flatMap((name) =>
      [...textsOf(name, language)].map(([key, text]): [string, string] => [`${name}:${key}`, text]),
    ),
  )
