import {
  publicTextFiles,
  refusalsOfContracts,
  type Tree,
  textFiles,
  textsOf as treeOf,
} from '../scripts/texts-in-parts.ts'

// Reads all texts of the application for tests, by `namespace:key`.

export const languages = ['en', 'zh', 'fr', 'ja'] as const
/** The namespaces: one per area for staff pages, and those of public pages with the prefix `public/`. */
export const namespaces = [...textFiles.keys(), ...publicTextFiles.keys()]
export const refusals = await refusalsOfContracts()

const flatten = (texts: Tree, before: string): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[before + key, value]] : flatten(value, `${before}${key}.`),
  )

/** Returns the texts of one namespace in one language. */
export const textsOf = (namespace: string, language: string) =>
  new Map(flatten(treeOf(namespace, language, refusals), ''))

/** Returns all texts in one language. */
export const textsIn = (language: string) =>
  new Map(
    namespaces.flatMap((name) =>
      [...textsOf(name, language)].map(([key, text]): [string, string] => [`${name}:${key}`, text]),
    ),
  )
