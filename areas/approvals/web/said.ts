import type { T } from '#kit/web/i18n.ts'
import type { TextKey } from '#kit/web/vocabulary.ts'
import type { Said } from '../contract.ts'

/** A sentence that the server named by its key; each area brings the texts of its own kinds. */
export const sentence = (t: T, { key, params }: Said) => t(key as TextKey, params)
