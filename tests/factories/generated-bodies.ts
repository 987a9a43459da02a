import type { Endpoint } from '#kit/contract/endpoint.ts'
import { type JsonSchema, toJsonSchema } from '#kit/contract/schema.ts'

// Generates request bodies for any call from its contract: valid bodies, and bodies with one invalid field.

export type Random = () => number

/** A generator with a seed, so that a finding can be reproduced. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!

export const shapeOf = ({ body }: Endpoint): JsonSchema => toJsonSchema(body, 'input')

export type TextGenerator = (name: string, random: Random) => unknown

/** A valid body of the call; `words` returns the values of free text fields. */
export const bodyFor = (endpoint: Endpoint, random: Random, words: TextGenerator): unknown =>
  valueFor(shapeOf(endpoint), '', random, words, shapeOf(endpoint), 0)

function valueFor(
  shape: JsonSchema,
  name: string,
  random: Random,
  words: TextGenerator,
  root: JsonSchema,
  depth: number,
): unknown {
  if (shape.$ref) {
    const target = shape.$ref === '#' ? root : root.$defs?.[shape.$ref.split('/').at(-1)!]
    return target && depth < 4 ? valueFor(target, name, random, words, root, depth + 1) : null
  }
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return pick(random, shape.enum)
  const choices = shape.anyOf ?? shape.oneOf
  if (choices) return valueFor(pick(random, choices), name, random, words, root, depth)
  if (shape.allOf)
    return Object.assign({}, ...shape.allOf.map((one) => valueFor(one, name, random, words, root, depth) as object))
  switch (Array.isArray(shape.type) ? pick(random, shape.type) : shape.type) {
    case 'object':
      return objectOf(shape, random, words, root, depth)
    case 'array': {
      const count = Math.min(shape.maxItems ?? 3, Math.max(shape.minItems ?? 0, Math.floor(random() * 3)))
      if (shape.prefixItems) return shape.prefixItems.map((one) => valueFor(one, name, random, words, root, depth + 1))
      return Array.from({ length: count }, () => valueFor(shape.items ?? {}, name, random, words, root, depth + 1))
    }
    case 'integer':
    case 'number': {
      const least = shape.minimum ?? 0
      const most = Math.min(shape.maximum ?? 1000, 1000)
      return Math.floor(least + random() * Math.max(1, most - least))
    }
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    default:
      return words(name, random)
  }
}

function objectOf(shape: JsonSchema, random: Random, words: TextGenerator, root: JsonSchema, depth: number) {
  const body: Record<string, unknown> = {}
  for (const [key, one] of Object.entries(shape.properties ?? {})) {
    // Omits optional fields at random.
    if (!shape.required?.includes(key) && random() < 0.3) continue
    body[key] = valueFor(one, key, random, words, root, depth + 1)
  }
  return body
}

/** Plausible texts for named fields, so that bodies pass the first validation. */
export const plausibleWords: TextGenerator = (name, random) => {
  const number = Math.floor(random() * 1_000_000)
  if (name === 'PerformedAt') return '2026-11-20T10:00:00+08:00'
  if (/Date(Of|$)|From$|To$|Until|At$|Day$/.test(name)) return pick(random, ['2025-03-01', '2024-02-29', '2026-11-20'])
  if (/Email/.test(name)) return `someone${number}@carat.example`
  if (/Contact|Phone|Mobile/.test(name)) return `+6012${String(3_000_000 + number).slice(0, 7)}`
  if (/MembershipNo|Typed/.test(name)) return `JC${String(number).padStart(8, '0')}0`
  if (/Amount|Price|Cost|Rate|Multiplier|Quantity/.test(name)) return (number / 100).toFixed(2)
  if (/Outlet|Building/.test(name)) return pick(random, ['KLCC', 'PAV', 'HQ', 'KL1'])
  if (name.endsWith('YN')) return pick(random, ['Y', 'N'])
  if (/Search/.test(name)) return '{}'
  if (name === 'Field') return 'customers.Gender'
  if (name === 'Cron') return '0 8 * * 1'
  return pick(random, ['Ring', 'AISHA', 'X1', `Name ${number}`, '金', 'a'])
}
