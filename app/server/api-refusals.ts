import { declaredRefusals, type RefusalKind } from '#kit/contract/refusal.ts'
import type { ObjectSchema } from './api-components.ts'
import type { JsonObject } from './api-fields.ts'
import { refusalHeaders } from './api-headers.ts'

// Describes the errors of calls for the API document.

/** Returns the schema of the errors with one HTTP status. */
export const refusalSchema = (status: number): ObjectSchema => ({
  allOf: [
    { $ref: '#/components/schemas/Refusal' },
    {
      type: 'object',
      properties: {
        statusCode: { type: 'integer', const: status },
        code: { type: 'string', enum: codesOf(status) },
      },
    },
  ],
})

const codesOf = (status: number) =>
  [...new Set(declaredRefusals.filter(({ statusCode }) => statusCode === status).map(({ code }) => code))].sort()

/** The errors that every call with a session can return. */
const sessionRefusals = new Set(['access.required', 'access.forbidden'])
/** The errors that only programs can get. */
export const programRefusals = new Set(['access.scope_missing'])

/** The HTTP statuses that every program must handle. */
const statusesForPrograms = new Set([400, 401, 403, 404, 409, 429, 503])

/**
 * Groups the possible errors of a call by HTTP status.
 * The group `default` has the statuses without an error code of the call's area, unless every program must handle them.
 */
export function refusalsByStatus(area: string, isPublic: boolean, forPrograms: boolean) {
  const kinds = new Map(
    declaredRefusals
      .filter(
        ({ code }) =>
          code.startsWith('kit.') ||
          code.startsWith(`${area}.`) ||
          (sessionRefusals.has(code) && !isPublic) ||
          (programRefusals.has(code) && forPrograms && !isPublic),
      )
      .map((kind) => [kind.code, kind]),
  )
  const byStatus = Map.groupBy(kinds.values(), ({ statusCode }) => statusCode)
  // Each call documents at least one status from 400 to 499.
  const hasOwnStatus = [...kinds.values()].some(
    ({ code, statusCode }) => statusCode < 500 && code.startsWith(`${area}.`),
  )
  const isExplicit = (status: number) =>
    (status === 400 && !hasOwnStatus) ||
    (forPrograms && statusesForPrograms.has(status)) ||
    byStatus.get(status)!.some(({ code }) => code.startsWith(`${area}.`))
  return Map.groupBy(kinds.values(), ({ statusCode }) => (isExplicit(statusCode) ? statusCode : ('default' as const)))
}

/** Returns the response that lists errors with their texts. `default` is for the errors of several statuses. */
export function refusalResponse(status: number | 'default', kinds: readonly RefusalKind[]): JsonObject {
  const line = ({ code, statusCode, text }: RefusalKind) =>
    `- ${status === 'default' ? `${statusCode} ` : ''}\`${code}\`: ${text}`
  return {
    description: kinds.map(line).join('\n'),
    ...refusalHeaders(
      status,
      kinds.map(({ code }) => code),
    ),
    content: {
      'application/json': { schema: { $ref: `#/components/schemas/Refusal${status === 'default' ? '' : status}` } },
    },
  }
}
