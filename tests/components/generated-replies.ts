import type { Endpoint, Reply } from '#kit/contract/endpoint.ts'
import { type JsonSchema, toJsonSchema } from '#kit/contract/schema.ts'

// Replies are generated from the contract: an endpoint always gets the same reply, and its rows differ by position.

const ROWS = 3
const DEPTH_MAX = 6

/** A reply that satisfies the endpoint's schema; lists have three rows. */
export function generateReply<E extends Endpoint>(endpoint: E): Reply<E> {
  const shape = toJsonSchema(endpoint.reply, 'output')
  return generate(shape, { name: '', position: 0, root: shape, depth: 0 }) as Reply<E>
}

/** Generates different rows for the reply of a list. */
export function generateRows(endpoint: Endpoint, length: number): object[] {
  const root = toJsonSchema(endpoint.reply, 'output')
  const row = root.properties?.rows?.items
  if (!row) throw new Error(`${endpoint.path} does not answer rows`)
  return Array.from({ length }, (_, position) => generate(row, { name: 'rows', position, root, depth: 1 }) as object)
}

type FieldPosition = { name: string; position: number; root: JsonSchema; depth: number }

function generate(shape: JsonSchema, place: FieldPosition): unknown {
  const { position, root, depth } = place
  if (shape.$ref) {
    const target = shape.$ref === '#' ? root : root.$defs?.[shape.$ref.split('/').at(-1)!]
    return target && depth < DEPTH_MAX ? generate(target, { ...place, depth: depth + 1 }) : null
  }
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[position % shape.enum.length]
  const choices = (shape.anyOf ?? shape.oneOf)?.filter(({ type }) => type !== 'null')
  if (choices) return choices[0] ? generate(choices[0], place) : null
  if (shape.allOf) return Object.assign({}, ...shape.allOf.map((part) => generate(part, place) as object))
  switch (Array.isArray(shape.type) ? shape.type[0] : shape.type) {
    case 'object':
      return generateObject(shape, place)
    case 'array':
      return generateArray(shape, place)
    case 'integer':
    case 'number':
      return Math.min(
        Math.max(position + 1, shape.minimum ?? (shape.exclusiveMinimum ?? 0) + 1),
        shape.maximum ?? 1_000,
      )
    case 'boolean':
      return position % 2 === 0
    case 'null':
      return null
    default:
      // A transformed value has no type in the schema; nearly all of them are texts.
      return generateText(shape, place)
  }
}

function generateObject(shape: JsonSchema, { position, root, depth }: FieldPosition): Record<string, unknown> {
  const fields = Object.entries(shape.properties ?? {}).map(([name, field]) => [
    name,
    generate(field, { name, position, root, depth: depth + 1 }),
  ])
  const values: Record<string, unknown> = Object.fromEntries(fields)
  // The total of a page is exact and equals its number of rows.
  if (Array.isArray(values.rows) && typeof values.count === 'number') {
    values.count = values.rows.length
    delete values.CountEstimatedYN
  }
  return values
}

function generateArray(shape: JsonSchema, { name, root, depth }: FieldPosition): unknown[] {
  const at = (position: number): FieldPosition => ({ name, position, root, depth: depth + 1 })
  if (shape.prefixItems) return shape.prefixItems.map((item, position) => generate(item, at(position)))
  const length = Math.min(Math.max(ROWS, shape.minItems ?? 0), shape.maxItems ?? ROWS)
  return Array.from({ length }, (_, position) => generate(shape.items ?? {}, at(position)))
}

const people = ['NUR AISYAH BINTI RAHMAN', 'TAN WEI LING', 'PRIYA A/P KUMAR', 'LIM CHEE KEONG']

function generateText(shape: JsonSchema, place: FieldPosition): string {
  const { maxLength = Number.POSITIVE_INFINITY, pattern } = shape
  const candidates = [
    describedText(shape, place),
    `${place.position + 1}`,
    `CODE${place.position + 1}`,
    'XX',
    'customers.Gender',
  ]
  const matching = candidates.find((text) => pattern === undefined || new RegExp(pattern, 'u').test(text))
  return (matching ?? candidates[0]!).slice(0, maxLength)
}

/** A text that reads like the value of such a field. */
function describedText(shape: JsonSchema, { name, position }: FieldPosition): string {
  const number = position + 1
  const day = String((position % 28) + 1).padStart(2, '0')
  if (shape.format === 'uuid') return `00000000-0000-4000-8000-0000000000${day}`
  if (shape.format === 'date-time' || /[a-z]At$/.test(name)) return `2026-03-${day}T04:30:00Z`
  if (
    shape.format === 'date' ||
    /Date|Birth|Anniversary|Day$|^On$|From$|To$|Until$|Begin$|End$|EndAfter$|Purchase$/.test(name)
  )
    return `2026-03-${day}`
  if (name.endsWith('Month')) return `2026-0${(position % 9) + 1}`
  if (shape.masked || /^(IdNo|About)$/.test(name)) return `900101-**-**0${number}`
  if (name.endsWith('Multiplier')) return `${number}.00`
  if (name.endsWith('Bits')) return 'AAAA'
  if (shape.money || shape.figure) return `${number * 100}.00`
  if (shape.person) return people[position % people.length]!
  if (/Colou?r$/.test(name)) return '#1b4fd0'
  if (/Email/.test(name)) return `person${number}@carat.example`
  if (/Contact|Phone|Mobile/.test(name)) return `+6012345670${number}`
  if (/MembershipNo/.test(name)) return `JC0000000${number}0`
  if (/OutletCode|BuildingCode/.test(name)) return 'KLCC'
  if (shape.code || name.endsWith('Code')) return `CODE${number}`
  return `${words(name)} ${number}`
}

/** Splits a field name into words: `FirstName` becomes 'First Name'. */
const words = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ') || 'Text'
