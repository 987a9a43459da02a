import { personName } from '#kit/contract/person.ts'
import { formatMoney, formatPoints, getCurrency } from '#kit/web/format.ts'
import type { T } from '#kit/web/i18n.ts'
import type { TextKey } from '#kit/web/vocabulary.ts'
import type { Message } from '../contract.ts'

const people = ['name', 'survivor']

/** A sentence that the server named by its key, numbers, amounts and names written as people read them. */
export const sentence = (t: T, { key, params }: Message) => t(key as TextKey, worded(params))

/** Its values, as people read them. */
export const worded = (params: Message['params']) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value === 'number') return [name, formatPoints(value)]
      if (name === 'amount') return [name, `${getCurrency()}\u00a0${formatMoney(value)}`]
      return [name, people.includes(name) ? personName(value) : value]
    }),
  )
