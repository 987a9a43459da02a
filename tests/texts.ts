import {
  publicTextFiles,
  refusalsOfContracts,
  type Tree,
  textFiles,
  textsOf as treeOf,
} from '../scripts/texts-in-parts.ts'

// What the application says, as tests read it: `namespace:key` → text.

export const languages = ['en', 'zh', 'fr', 'ja'] as const
/** Of the staff's pages by area, of the public ones with `public/` before it. */
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
