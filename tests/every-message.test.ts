import { describe, expect, test } from 'vitest'
import { areaOfEndpoint } from '#app/server/areas.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { toJsonSchema } from '#kit/contract/schema.ts'
import { toValidationRefusal } from '#kit/server/errors.ts'
import { findValidationMessageText } from '#kit/web/form/issues.ts'
import { readTexts, textFiles } from '../scripts/texts-in-parts.ts'

// Covers new calls automatically: sends an empty body and values of a wrong type in each field.
// Every error text must be declared by the product, because the web application translates it.

const calls = [...areaOfEndpoint].map(
  ([endpoint, area]) => [`${endpoint.method} ${endpoint.path}`, endpoint, area] as const,
)

const fieldsOf = ({ body }: Endpoint) => Object.entries(toJsonSchema(body, 'input').properties ?? {})

const strange = [undefined, null, '', 7, -1.5, 1e300, true, [], [{}], {}, 'x'.repeat(20_000), 'unknown text', '\u0000']

function* bodiesFor(endpoint: Endpoint): Generator<unknown> {
  yield {}
  yield []
  yield null
  yield 'text'
  yield { Nobody: 1 }
  for (const [name, { properties, items }] of fieldsOf(endpoint))
    for (const value of strange) {
      yield { [name]: value }
      for (const inner of Object.keys(properties ?? {})) yield { [name]: { [inner]: value } }
      for (const inner of Object.keys(items?.properties ?? {})) yield { [name]: [{ [inner]: value }] }
    }
}

const sentencesOf = (area: string) => (textFiles.has(area) ? Object.keys(readTexts(area).issues ?? {}) : [])

describe('error of a request with a malformed body', () => {
  test.each(calls)('%s: a malformed body gets an error text that the web translates', (_, endpoint, area) => {
    const areaTexts = sentencesOf(area)
    const untranslatedTexts = new Set<string>()
    for (const body of bodiesFor(endpoint)) {
      const result = endpoint.body.safeParse(body)
      if (result.success) continue
      const { message, details = [] } = toValidationRefusal(result.error)
      for (const text of [message, ...details.map((detail) => detail.message)])
        if (!findValidationMessageText(text) && !areaTexts.includes(text)) untranslatedTexts.add(text)
    }
    expect([...untranslatedTexts]).toEqual([])
  })
})
