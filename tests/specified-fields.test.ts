import { expect, test } from 'vitest'
import { areaOfEndpoint } from '#app/server/areas.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { declaredSetupRecords } from '#kit/contract/record.ts'
import { removeNullFromSchema, toJsonSchema } from '#kit/contract/schema.ts'
import { acceptSpecifiedFields } from '#kit/server/specified-fields.ts'
import { withoutPathParameters } from './existing-parts.ts'
import { calls, callsWithChosenPath } from './specification/calls.ts'
import { defaultRows, requestFields, wholeLists } from './specification/fields.ts'

const endpoints = new Map(
  [...areaOfEndpoint.keys()].map((each) => [`${each.method} ${withoutPathParameters(each.path)}`, each]),
)
const endpointOf = (call: string) => endpoints.get(withoutPathParameters(call))!

/** Returns true if the field is refused because of its name, whatever its value. */
function isUnknownField(endpoint: Endpoint, name: string) {
  const [outer, inner] = name.split('.') as [string, string?]
  return ['N', 'C'].every((TransactionType) => {
    const body = { TransactionType, [outer]: inner ? { [inner]: 'x' } : undefined }
    const result = endpoint.body.safeParse(acceptSpecifiedFields(endpoint, body))
    const unknown = (result.error?.issues ?? []).flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key].join('.')) : [],
    )
    return unknown.includes(name)
  })
}

test.each(Object.entries(requestFields))('%s accepts every field that the specification names', (call, fields) => {
  expect(fields.split(' ').filter((name) => isUnknownField(endpointOf(call), name))).toEqual([])
})

test('the list of request fields contains every specified add or update call', () => {
  const specified = [...Object.values(calls).flat(), ...Object.values(callsWithChosenPath).flat()]
  const entered = new Set(Object.keys(requestFields).map(withoutPathParameters))
  const missing = specified
    .map(({ method, path }) => `${method} ${withoutPathParameters(path!)}`)
    .filter((call) => /\/(add|update)$/.test(call) && !entered.has(call))
  expect(missing).toEqual(['POST /field-translations/add'])
})

test('Version can be omitted in update calls of the specification and of records, and is required in all others', () => {
  const specified = new Set(
    [...Object.values(calls).flat(), ...Object.values(callsWithChosenPath).flat()].map(
      ({ method, path }) => `${method} ${withoutPathParameters(path!)}`,
    ),
  )
  // This call can also add a question, which has no version yet.
  const adds = new Set(['POST /feedback/question/groups/save'])
  const records = new Set(
    declaredSetupRecords.map(({ update }) => `${update.method} ${withoutPathParameters(update.path)}`),
  )
  const wrong = [...endpoints].flatMap(([call, { kind, body }]) => {
    const { properties = {}, required = [] } = removeNullFromSchema(toJsonSchema(body, 'input'))
    if (kind !== 'change' || !('Version' in properties) || adds.has(call)) return []
    const isOptional = specified.has(call) || records.has(call)
    return required.includes('Version') === isOptional ? [call] : []
  })
  expect(wrong).toEqual([])
})

test.each(Object.entries(defaultRows))('%s: the default number of rows is the specified number', (rows, paths) => {
  const named = { TemplateId: 1, MembershipNo: 'JC1' }
  for (const path of paths) {
    const { body } = endpointOf(`POST ${path}`)
    const names = Object.keys(removeNullFromSchema(toJsonSchema(body, 'input')).properties ?? {})
    const input = Object.fromEntries(Object.entries(named).filter(([name]) => names.includes(name)))
    expect([path, (body.parse(input) as { Rows: number }).Rows]).toEqual([path, Number(rows)])
  }
})

test.each(wholeLists)('%s returns the whole list on request', (path) => {
  for (const Rows of [9_999, Number.MAX_SAFE_INTEGER])
    expect(endpointOf(`POST ${path}`).body.safeParse({ Rows }).error).toBeUndefined()
})

test('a specified field that is ignored has a reason and is absent from the contract', () => {
  for (const endpoint of endpoints.values())
    for (const [name, reason] of Object.entries(endpoint.ignored ?? {})) {
      expect(reason, `${endpoint.path} ${name}`).not.toBe('')
      expect(isUnknownField({ ...endpoint, ignored: {} }, name), `${endpoint.path} ${name}`).toBe(true)
    }
})
