import { z } from 'zod'

/** The error body of a refused call. */
export const RefusalReply = z.strictObject({
  statusCode: z.int(),
  code: z.string().describe('The reason of the refusal, as area.reason; it never changes'),
  error: z.string().describe('The name of the status'),
  message: z.string().describe('An English text for people'),
  params: z.record(z.string(), z.union([z.string(), z.number()])).describe('The values that the message names'),
  details: z
    .array(z.strictObject({ path: z.string(), message: z.string() }))
    .optional()
    .describe('The errors of an invalid body, each with the path of its field'),
  current: z.unknown().optional().describe('The present record, if the sent Version is stale'),
  requestId: z.string(),
  traceId: z
    .string()
    .optional()
    .describe('The id of the call’s trace, if the server sends traces to an OpenTelemetry collector'),
})

/** Values for the placeholders in the text of a refusal. */
export type RefusalParams = Record<string, string | number>

/**
 * An expected error with a message for the user.
 * `code` has the form `area.reason` and selects the translation; `message` is the specification's English text.
 */
export class Refusal extends Error {
  readonly statusCode: number
  readonly code: string
  readonly params: RefusalParams
  readonly details: RefusalDetail[] | undefined
  /** The current record, sent with the refusal of a stale version so that the form can show both versions. */
  readonly current: unknown
  /** The number of seconds after which a retry may succeed. */
  retryAfter: number | undefined
  /** True if the transaction commits despite the refusal, for example to count a failed attempt. */
  keepsWrites = false

  constructor(statusCode: number, code: string, message: string, more: RefusalMore = {}) {
    super(message)
    this.name = 'Refusal'
    this.statusCode = statusCode
    this.code = code
    this.params = more.params ?? {}
    this.details = more.details
    this.current = more.current
  }

  /** Sets the number of seconds in the Retry-After header. */
  retryIn(seconds: number) {
    this.retryAfter = seconds
    return this
  }

  /** Lets the transaction commit the changes made before the refusal. */
  keepingWrites() {
    this.keepsWrites = true
    return this
  }
}

export type RefusalDetail = { path: string; message: string }

type RefusalMore = { params?: RefusalParams; details?: RefusalDetail[]; current?: unknown }

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type ParamsOf<Text extends string> = [NamesIn<Text>] extends [never] ? [] : [Record<NamesIn<Text>, string | number>]

/** A declared refusal. Calling a RefusalKind with placeholder values creates the error to throw. */
export type RefusalKind<Text extends string = string> = {
  (...params: ParamsOf<Text>): Refusal
  readonly statusCode: number
  readonly code: string
  readonly text: Text
}

const declared: RefusalKind[] = []

/** The declared refusals of all loaded areas, for the API document. */
export const declaredRefusals: readonly RefusalKind[] = declared

/** Declares a refusal. Its `text` may contain placeholders: 'The reward is {Status}, …'. */
export function refusal<const Text extends string>(statusCode: number, code: string, text: Text): RefusalKind<Text> {
  const make = (...[params]: ParamsOf<Text>) =>
    new Refusal(statusCode, code, fill(text, params ?? {}), params ? { params } : {})
  const kind: RefusalKind<Text> = Object.assign(make as (...params: ParamsOf<Text>) => Refusal, {
    statusCode,
    code,
    text,
  })
  declared.push(kind as unknown as RefusalKind)
  return kind
}

const fill = (text: string, params: RefusalParams) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => `${params[name] ?? ''}`)
