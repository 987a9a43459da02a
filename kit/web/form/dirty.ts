import { isEmptyValue } from './schema.ts'

/** Compares form values deeply; undefined, null and '' count as equal. */
export function areValuesEqual(left: unknown, right: unknown): boolean {
  if (isEmptyValue(left) && isEmptyValue(right)) return true
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => areValuesEqual(item, right[index]))
  if (isRecord(left) && isRecord(right))
    return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) =>
      areValuesEqual(left[key], right[key]),
    )
  return Object.is(left, right)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
