import { isEmpty } from './schema.ts'

/** Are these two states of a form the same to a person? Nothing, null and the empty text are. */
export function same(one: unknown, other: unknown): boolean {
  if (isEmpty(one) && isEmpty(other)) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, place) => same(item, other[place]))
  if (isRecord(one) && isRecord(other))
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => same(one[key], other[key]))
  return Object.is(one, other)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
