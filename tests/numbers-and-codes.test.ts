import { expect, test } from 'vitest'
import type { z } from 'zod'
import { jsonRoutes } from '#app/server/areas.ts'
import { findDeclaredSchema, type JsonSchema, toJsonSchema } from '#kit/contract/schema.ts'

// Numbers and codes are stored in capitals: the contracts of all calls convert lower case for the use cases.

const numbers = /MembershipNo$/
const upper = /(InvoiceNo|OutletCode|CardCategoryCode|BuildingCode|FromCategory|ToCategory)$/

type Field = { at: string; name: string; schema: z.ZodType }

/** Returns every field of a body, including those inside optional, array and union schemas. */
function* within(body: z.ZodType, shape: JsonSchema, at: string): Generator<Field> {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = shape
  for (const kind of [...anyOf, ...oneOf, ...allOf]) yield* within(body, kind, at)
  if (items) yield* within(body, items, `${at}[]`)
  for (const [name, field] of Object.entries(properties)) {
    yield { at: `${at}.${name}`, name, schema: findDeclaredSchema(body, 'input', field) }
    yield* within(body, field, `${at}.${name}`)
  }
}

const fields = jsonRoutes.flatMap(({ endpoint }) => [
  ...within(endpoint.body, toJsonSchema(endpoint.body, 'input'), endpoint.path),
])
const named = (pattern: RegExp) =>
  fields.filter(({ name }) => pattern.test(name)).map((field) => [field.at, field] as const)

test('check of number and code fields: such fields are found in many calls', () => {
  expect(named(numbers).length).toBeGreaterThan(30)
  expect(named(upper).length).toBeGreaterThan(40)
})

test.each(named(numbers))('%s accepts spaces, hyphens and lower case', (_, { schema }) => {
  expect(schema.parse(' jc 0000-0018 ')).toBe('JC00000018')
})

// The outlet in a poster's link is signed, so the contract does not change its case.
const signed = '/feedback/public/submit.OutletCode'

test.each(named(upper).filter(([at]) => at !== signed))('%s accepts lower case', (_, { schema }) => {
  expect(schema.parse(' ab-1c ')).toBe('AB-1C')
})
