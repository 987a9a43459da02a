import { expect, test } from 'vitest'
import { areaOfEndpoint } from '#app/server/areas.ts'
import { type JsonSchema, toJsonSchema } from '#kit/contract/schema.ts'
import { textsIn } from './texts.ts'

// Finds values of translated lists without a text, which would be displayed in English in every language.

/** Returns every enumeration of a schema with the name of its field. */
const enumsIn = (schema: JsonSchema, name = ''): [string, string[]][] => [
  ...(schema.enum
    ? [[name, schema.enum.filter((value) => typeof value === 'string')] satisfies [string, string[]]]
    : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => enumsIn(inner, field)),
  ...[schema.items ?? [], schema.anyOf ?? []].flat().flatMap((inner) => enumsIn(inner, name)),
]

/** Values that pages describe in sentences, or do not display. */
const otherwise: Record<string, readonly string[]> = {
  'access:AccountStatus': ['None'],
  'audit:ActionType': ['Add', 'Update', 'Delete'],
  // Programs read the feed; no page displays its records.
  'event-feed:TransactionType': ['C'],
  'event-feed:Source': ['POS', 'Manual'],
  'event-feed:ApprovalStatus': ['Withdrawn'],
  'event-feed:Status': ['Pending approval', 'Reversed'],
  'expiry:Status': ['Done', 'Broken off'],
  'imports:Result': ['Created', 'Skipped'],
  'merges:KeepTierOf': ['Higher', 'Survivor'],
  'merges:Suggested': ['Survivor'],
  'points:Status': ['Queued'],
  'sales:CancelState': ['None'],
  'setup:Step': ['Outlets', 'Staff', 'Lists', 'Levels', 'Rates'],
}

test.each(['zh', 'fr', 'ja'])('a field with translated values has a text for each value in %s', (language) => {
  const texts = textsIn(language)
  const wordless = [...areaOfEndpoint].flatMap(([{ body, reply }, area]) => {
    const has = (name: string, value: string) => {
      const key = value.replace(/[.:]/g, '_')
      const places = [`${area}:values.${name}`, `kit:values.${name}`, 'kit:values']
      return places.some((place) => texts.has(`${place}.${key}`))
    }
    const schemas = [toJsonSchema(body, 'input'), toJsonSchema(reply, 'output')]
    return (
      schemas
        .flatMap((schema) => enumsIn(schema))
        // Excludes sort options, which are column names and have texts as fields.
        .filter(([name]) => name !== 'SortOption')
        .filter(([name, values]) => values.some((value) => has(name, value)))
        .flatMap(([name, values]) =>
          values
            .filter((value) => !has(name, value) && !otherwise[`${area}:${name}`]?.includes(value))
            .map((value) => `${area}:${name} ${value}`),
        )
    )
  })
  expect([...new Set(wordless)]).toEqual([])
})
