import { t } from './i18n.ts'
import type { TextKey } from './vocabulary.ts'

/** A text of the contract's areas by its key, or one made from what came back. */
export type Said<Args extends unknown[]> = TextKey | ((...args: Args) => string)

export const i18nText = <Args extends unknown[]>(said: Said<Args>, ...args: Args) =>
  typeof said === 'function' ? said(...args) : t(said)
