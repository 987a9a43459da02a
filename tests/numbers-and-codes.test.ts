import { expect, test } from 'vitest'
import type { z } from 'zod'
import { routes } from '#app/server/areas.ts'
import { declaredAs, type Shape, schemaOf } from '#kit/contract/schema.ts'

// Numbers and codes are stored in capitals. Anyone who sends one in small letters means the same: it is raised at the contract
// of every call, so that no use case has to think of it and none can forget it.

const numbers = /MembershipNo$/
const upper = /(InvoiceNo|OutletCode|CardCategoryCode|BuildingCode|FromCategory|ToCategory)$/

type Field = { at: string; name: string; schema: z.ZodType }

/** Every field of a body, through optional, wrapped and repeated ones, and those of which there are several kinds. */
function* within(body: z.ZodType, shape: Shape, at: string): Generator<Field> {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = shape
  for (const kind of [...anyOf, ...oneOf, ...allOf]) yield* within(body, kind, at)
  if (items) yield* within(body, items, `${at}[]`)
  for (const [name, field] of Object.entries(properties)) {
    yield { at: `${at}.${name}`, name, schema: declaredAs(body, 'input', field) }
    yield* within(body, field, `${at}.${name}`)
  }
}

const fields = routes.flatMap(({ endpoint }) => [
  ...within(endpoint.body, schemaOf(endpoint.body, 'input'), endpoint.path),
])
const named = (pattern: RegExp) =>
  fields.filter(({ name }) => pattern.test(name)).map((field) => [field.at, field] as const)

test('are found in many calls', () => {
  expect(named(numbers).length).toBeGreaterThan(30)
  expect(named(upper).length).toBeGreaterThan(40)
})

test.each(named(numbers))('%s may be sent as people read and type it', (_, { schema }) => {
  expect(schema.parse(' jc 0000-0018 ')).toBe('JC00000018')
})

// The outlet of a poster's link is signed, so that its letters stay as they are.
const signed = '/feedback/public/submit.OutletCode'

test.each(named(upper).filter(([at]) => at !== signed))('%s may be sent in small letters', (_, { schema }) => {
  expect(schema.parse(' ab-1c ')).toBe('AB-1C')
})
