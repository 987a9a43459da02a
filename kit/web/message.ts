import { t } from './i18n.ts'
import type { TextKey } from './vocabulary.ts'

/** A text key, or a function that builds a text from its arguments. */
export type TextSource<Args extends unknown[]> = TextKey | ((...args: Args) => string)

export const resolveTextSource = <Args extends unknown[]>(message: TextSource<Args>, ...args: Args) =>
  typeof message === 'function' ? message(...args) : t(message)
