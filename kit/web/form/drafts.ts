import type { FormFieldValues } from './fields.ts'

/** The unsaved input of a form: the changed fields, and the version of the record on which they are based. */
export type FormDraft = { at: string; values: FormFieldValues; version?: unknown }

// Drafts are in sessionStorage, because they may contain personal data and must end with the tab or the sign-out.
const keyOf = (name: string) => `carat.draft.${name}`

export function readDraft(name: string): FormDraft | undefined {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null')
    return isDraft(draft) ? draft : undefined
  } catch {
    return undefined
  }
}

export function saveDraft(name: string, draft: FormDraft) {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(draft))
  } catch {
    // A full storage is ignored, because the input stays in the form.
  }
}

/** Returns all drafts whose names start with the prefix, newest first. */
export const listDraftsWithPrefix = (prefix: string) =>
  Object.keys(sessionStorage)
    .filter((key) => key.startsWith(keyOf(prefix)))
    .flatMap((key) => {
      const name = key.slice(keyOf('').length)
      const draft = readDraft(name)
      return draft ? [{ ...draft, name }] : []
    })
    .toSorted((left, right) => right.at.localeCompare(left.at))

export const deleteDraft = (name: string) => sessionStorage.removeItem(keyOf(name))

const isDraft = (draft: unknown): draft is FormDraft =>
  typeof draft === 'object' && draft !== null && 'at' in draft && 'values' in draft && typeof draft.values === 'object'
