import { t } from './i18n.ts'
import type { TextKey } from './vocabulary.ts'

/** A text of the contract's areas by its key, or one made from what came back. */
export type Message<Args extends unknown[]> = TextKey | ((...args: Args) => string)

export const i18nText = <Args extends unknown[]>(message: Message<Args>, ...args: Args) =>
  typeof message === 'function' ? message(...args) : t(message)
