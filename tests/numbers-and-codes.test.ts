import { expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '#app/server/areas.ts'

// Numbers and codes are stored in capitals. Whoever sends one in small letters means the same: it is raised at the contract
// of every call, so that no use case has to think of it and none can forget it.

const numbers = /MembershipNo$/
const upper = /(InvoiceNo|OutletCode|CardCategoryCode|BuildingCode|FromCategory|ToCategory)$/

type Field = { at: string; name: string; schema: z.ZodType }

/** Every field of a body, through optional, wrapped and repeated ones. */
function fieldsOf(schema: z.ZodType, at: string): Field[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, part]) => [
      { at: `${at}.${name}`, name, schema: part as z.ZodType },
      ...fieldsOf(part as z.ZodType, `${at}.${name}`),
    ])
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element as z.ZodType, `${at}[]`)
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap((part) => fieldsOf(part, at))
  if (schema instanceof z.ZodPipe)
    return [...fieldsOf(schema.in as z.ZodType, at), ...fieldsOf(schema.out as z.ZodType, at)]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldsOf(schema.unwrap() as z.ZodType, at)
  if (schema instanceof z.ZodPrefault) return fieldsOf(schema.unwrap() as z.ZodType, at)
  return []
}

const fields = routes.flatMap(({ endpoint }) => fieldsOf(endpoint.body as z.ZodType, endpoint.path))
const named = (pattern: RegExp) =>
  fields.filter(({ name }) => pattern.test(name)).map((field) => [field.at, field] as const)

test('are found in many calls', () => {
  expect(named(numbers).length).toBeGreaterThan(30)
  expect(named(upper).length).toBeGreaterThan(40)
})

test.each(named(numbers))('%s may be sent as people read and type it', (_, { schema }) => {
  expect(schema.parse(' jc 0000-0018 ')).toBe('JC00000018')
})

test.each(named(upper))('%s may be sent in small letters', (_, { schema }) => {
  expect(schema.parse(' ab-1c ')).toBe('AB-1C')
})
