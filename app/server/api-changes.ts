import { readFileSync } from 'node:fs'
import type { ApiDocument } from './api-document.ts'
import type { Schema } from './api-fields.ts'
import { programOperationsOf, refusalCodesOf, successOf } from './api-programs.ts'

// Compares the calls open to programs with those of the last release, which are stored in a reduced form.
// Calls of staff are not compared, because they change together with the pages that make them.

type Field = {
  /** The JSON types in alphabetical order, such as "null|string". */
  type: string
  required?: true
  enum?: readonly string[]
  pattern?: string
  format?: string
  maxLength?: number
  minLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}
type Fields = Record<string, Field>
type Call = { scopes: readonly string[]; status: string; request: Fields; reply: Fields; codes: readonly string[] }
export type ProgramCalls = Record<string, Call>
export type ApiRelease = { release: string; calls: ProgramCalls }

/** The file with the calls open to programs at the last release, written by api-changes.test.ts. */
export const apiReleaseFile = new URL('./api-release.json', import.meta.url)
export const readLastApiRelease = () => JSON.parse(readFileSync(apiReleaseFile, 'utf8')) as ApiRelease

/** The calls of an API document that are open to programs, with every field of their requests and replies. */
export function programCallsOfDocument(document: ApiDocument): ProgramCalls {
  const resolve = ({ $ref, ...rest }: Schema): Schema =>
    $ref === undefined ? rest : { ...resolve(document.components.schemas[$ref.split('/').at(-1)!] as Schema), ...rest }
  const calls: ProgramCalls = {}
  for (const { method, path, operation, scopes } of programOperationsOf(document)) {
    const { status, content } = successOf(operation)
    const request: Fields = {}
    const reply: Fields = {}
    for (const { name, required, schema } of operation.parameters ?? [])
      if (name !== 'Idempotency-Key') addFields(request, name, schema, required, resolve)
    for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
      addFields(request, '', schema, true, resolve)
    for (const { schema } of Object.values(content ?? {})) addFields(reply, '', schema, true, resolve)
    calls[`${method} ${path}`] = { scopes, status, request, reply, codes: refusalCodesOf(document, operation) }
  }
  return calls
}

/** Adds a schema of a request or reply and all fields inside it, keyed by path such as `Details[].Brand`. */
function addFields(
  fields: Fields,
  place: string,
  unresolved: Schema,
  required: boolean,
  resolve: (schema: Schema) => Schema,
) {
  const schema = resolve(unresolved)
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map(resolve)
  const parts = options.length > 0 ? options : [schema]
  const types = [...new Set(parts.flatMap(({ type = 'any' }) => type))].sort()
  const values = parts.flatMap((part) => part.enum ?? ('const' in part ? [String(part.const)] : []))
  const isClosed = parts.every((part) => part.type === 'null' || part.enum || 'const' in part)
  const { pattern, format, maxLength, minLength, minimum, maximum, maxItems } = parts.find(
    ({ type }) => type !== 'null',
  )! as Field
  const limits = { pattern, format, maxLength, minLength, minimum, maximum, maxItems }
  const before = fields[place]
  fields[place] = {
    type: [...new Set([...(before?.type.split('|') ?? []), ...types])].sort().join('|'),
    ...(required && (before === undefined || before.required) && { required: true as const }),
    ...(isClosed && values.length > 0 && { enum: [...new Set([...(before?.enum ?? []), ...values])].sort() }),
    ...Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined)),
  }
  for (const part of parts) {
    for (const [name, field] of Object.entries(part.properties ?? {})) {
      const isRequired = parts.every((other) => other.type === 'null' || (other.required ?? []).includes(name))
      addFields(fields, place === '' ? name : `${place}.${name}`, field, isRequired, resolve)
    }
    if (part.items) addFields(fields, `${place}[]`, part.items, true, resolve)
    if (typeof part.additionalProperties === 'object')
      addFields(fields, `${place}{}`, part.additionalProperties, false, resolve)
  }
}

export type ApiChanges = { breaking: string[]; addedCalls: string[]; addedFields: string[] }

/** Returns the differences between two releases: changes that break programs, and additions. */
export function findApiChanges(before: ProgramCalls, after: ProgramCalls): ApiChanges {
  const changes: ApiChanges = {
    breaking: [],
    addedCalls: Object.keys(after).filter((call) => !(call in before)),
    addedFields: [],
  }
  for (const [call, earlier] of Object.entries(before)) {
    const present = after[call]
    if (!present) {
      changes.breaking.push(`${call} was removed, or is no longer open to programs`)
      continue
    }
    if (!earlier.scopes.some((scope) => present.scopes.includes(scope)) && earlier.scopes.length > 0)
      changes.breaking.push(`${call} no longer accepts scope ${earlier.scopes.join(' or ')}`)
    if (earlier.status !== present.status)
      changes.breaking.push(`${call} answers status ${present.status} instead of ${earlier.status}`)
    compareRequests(call, earlier.request, present.request, changes)
    compareReplies(call, earlier.reply, present.reply, changes)
  }
  return changes
}

const isWithin = (types: string, others: string) => types.split('|').every((type) => others.split('|').includes(type))

function compareRequests(call: string, before: Fields, after: Fields, { breaking, addedFields }: ApiChanges) {
  for (const [place, field] of Object.entries(before)) {
    const present = after[place]
    const name = `${call}: request field ${place || 'body'}`
    if (!present) breaking.push(`${name} is no longer accepted`)
    else breaking.push(...narrowed(place, field, present).map((reason) => `${name} ${reason}`))
  }
  for (const [place, { required }] of Object.entries(after))
    if (!(place in before)) {
      if (required && parentIn(place, before)) breaking.push(`${call}: request field ${place} is new and required`)
      else addedFields.push(`${call}: request field ${place}`)
    }
}

/** Fields of lines whose documented pattern allowed a minus in release 0.3.0, although the server refused it. */
const correctedFields = /(^|\.)(Quantity|UnitPrice)$/
const isCorrected = (place: string, before: Field, after: Field) =>
  correctedFields.test(place) && before.pattern === after.pattern?.replace('^', '^-?')

/** Returns the reasons why the server could now refuse a request that the earlier release accepted. */
function narrowed(place: string, before: Field, after: Field): string[] {
  const isLower = (limit: 'maxLength' | 'maximum' | 'maxItems') =>
    after[limit] !== undefined && after[limit] < (before[limit] ?? Number.POSITIVE_INFINITY)
  const isHigher = (limit: 'minLength' | 'minimum') =>
    after[limit] !== undefined && after[limit] > (before[limit] ?? Number.NEGATIVE_INFINITY)
  const missing = after.enum ? (before.enum ?? []).filter((value) => !after.enum!.includes(value)) : []
  return [
    ...(isWithin(before.type, after.type) ? [] : [`accepts ${after.type} instead of ${before.type}`]),
    ...(after.required && !before.required ? ['is required now'] : []),
    ...(missing.length > 0 ? [`no longer accepts ${missing.join(', ')}`] : []),
    ...(after.enum && !before.enum ? ['accepts listed values only'] : []),
    ...(after.pattern !== undefined && after.pattern !== before.pattern && !isCorrected(place, before, after)
      ? ['has another pattern']
      : []),
    ...(['maxLength', 'maximum', 'maxItems'] as const).filter(isLower).map((limit) => `has a lower ${limit}`),
    ...(['minLength', 'minimum'] as const).filter(isHigher).map((limit) => `has a higher ${limit}`),
  ]
}

function compareReplies(call: string, before: Fields, after: Fields, { breaking, addedFields }: ApiChanges) {
  for (const [place, field] of Object.entries(before)) {
    const present = after[place]
    const name = `${call}: reply field ${place || 'body'}`
    if (!present) breaking.push(`${name} was removed`)
    else if (!isWithin(present.type, field.type)) breaking.push(`${name} is ${present.type} instead of ${field.type}`)
    else if (field.required && !present.required) breaking.push(`${name} may be missing now`)
    else if (field.format !== present.format) breaking.push(`${name} has another format`)
    else if (present.pattern !== field.pattern && field.pattern !== undefined)
      breaking.push(`${name} has another pattern`)
  }
  for (const place of Object.keys(after)) if (!(place in before)) addedFields.push(`${call}: reply field ${place}`)
}

/** True if the earlier release had the record that contains the field. */
const parentIn = (place: string, before: Fields) => place.replace(/\.?[^.]+$/, '') in before
