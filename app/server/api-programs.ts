import type { ApiDocument } from './api-document.ts'
import type { Schema } from './api-fields.ts'

type Media = { content?: Record<string, { schema: Schema; example?: unknown }> }
export type DocumentedOperation = {
  operationId: string
  summary: string
  description: string
  tags: [string]
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: Media
  responses: Record<string, Media & { $ref?: string }>
}
export type ProgramOperation = {
  method: 'GET' | 'POST'
  path: string
  operation: DocumentedOperation
  scopes: readonly string[]
}

/** The operation id of the sign-in of programs, which needs no scope. */
const SIGN_IN = 'postAuthSystemSignIn'

/** Returns the operations of a document that are open to programs, and the sign-in of programs. */
export function programOperationsOf({ paths }: ApiDocument): ProgramOperation[] {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, documented]) => {
      const operation = documented as unknown as DocumentedOperation
      const scopes = (operation.security ?? []).flatMap(({ oauth2 = [] }) => oauth2)
      return { method: method.toUpperCase() as ProgramOperation['method'], path, operation, scopes }
    }),
  )
  return all.filter(({ scopes, operation }) => scopes.length > 0 || operation.operationId === SIGN_IN)
}

/** Returns the status and the reply of a successful call. */
export function successOf({ responses }: DocumentedOperation) {
  const [status, { content }] = Object.entries(responses).find(([code]) => code.startsWith('2'))!
  return { status, content }
}

/** True if the call accepts an Idempotency-Key. */
export const acceptsKey = ({ parameters = [] }: DocumentedOperation) =>
  parameters.some(({ name }) => name === 'Idempotency-Key')

/** The refusal codes that the descriptions of a call's error responses list, in alphabetical order. */
export function refusalCodesOf({ components }: ApiDocument, { responses }: DocumentedOperation) {
  const descriptions = Object.values(responses).map(({ $ref }) =>
    $ref === undefined ? '' : String(components.responses[$ref.split('/').at(-1)!]!.description),
  )
  return [
    ...new Set(descriptions.flatMap((text) => [...text.matchAll(/`([a-z-]+\.\w+)`: /g)].map(([, code]) => code!))),
  ].sort()
}
