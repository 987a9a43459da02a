import type { Values } from './fields.ts'

/** What was typed into a form and not saved: only the fields that were changed, and the version they were changed in. */
export type Draft = { at: string; values: Values; version?: unknown }

// Of this tab only: a draft may hold an address or an identity number, and signing out clears it.
const keyOf = (name: string) => `carat.draft.${name}`

export function readDraft(name: string): Draft | undefined {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null')
    return isDraft(draft) ? draft : undefined
  } catch {
    return undefined
  }
}

export function keepDraft(name: string, draft: Draft) {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(draft))
  } catch {
    // The tab's room is full: what is typed stands in the form all the same.
  }
}

/** All drafts whose names begin alike, the newest first. */
export const draftsNamed = (start: string) =>
  Object.keys(sessionStorage)
    .filter((key) => key.startsWith(keyOf(start)))
    .flatMap((key) => {
      const name = key.slice(keyOf('').length)
      const draft = readDraft(name)
      return draft ? [{ ...draft, name }] : []
    })
    .toSorted((one, other) => other.at.localeCompare(one.at))

export const dropDraft = (name: string) => sessionStorage.removeItem(keyOf(name))

const isDraft = (draft: unknown): draft is Draft =>
  typeof draft === 'object' && draft !== null && 'at' in draft && 'values' in draft && typeof draft.values === 'object'
