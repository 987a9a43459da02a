import { formatMoney, formatPoints, getCurrency } from '#kit/web/format.ts'
import type { T } from '#kit/web/i18n.ts'
import type { TextKey } from '#kit/web/vocabulary.ts'
import type { Message } from '../contract.ts'

/** A sentence that the server named by its key, numbers written as people read them. */
export const sentence = (t: T, { key, params }: Message) => {
  const words = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'number'
      ? formatPoints(value)
      : name === 'amount'
        ? `${getCurrency()} ${formatMoney(value)}`
        : value,
  ])
  return t(key as TextKey, Object.fromEntries(words))
}
