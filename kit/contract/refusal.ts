import { z } from 'zod'

/** A refusal as it leaves the server. */
export const RefusalReply = z.strictObject({
  statusCode: z.int(),
  code: z.string().describe('What is refused, as area.reason; it never changes'),
  error: z.string().describe('The name of the status'),
  message: z.string().describe('For people, in English'),
  params: z.record(z.string(), z.union([z.string(), z.number()])).describe('The values that the message names'),
  details: z
    .array(z.strictObject({ path: z.string(), message: z.string() }))
    .optional()
    .describe('The faults of a body that is not well formed, each at its place'),
  current: z.unknown().optional().describe('The record as it stands now, with a stale Version'),
  requestId: z.string(),
})

/** What a refusal tells: numbers and words that its sentence names, in the specification's English. */
export type RefusalParams = Record<string, string | number>

/**
 * An expected "no" that reaches the user word for word. `code` is `area.reason`; the web translates by it,
 * `message` stays the specification's English.
 */
export class Refusal extends Error {
  readonly statusCode: number
  readonly code: string
  readonly params: RefusalParams
  readonly details: RefusalDetail[] | undefined
  /** The record as it stands now, sent with a stale version so that the form can show both. */
  readonly current: unknown
  /** Seconds after which a retry may help. */
  retryAfter: number | undefined
  /** What was written before stays written: a counted try, a line in the log of sign-ins. */
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

  /** The same "no", with the seconds after which a retry may help. */
  retryIn(seconds: number) {
    this.retryAfter = seconds
    return this
  }

  /** The same "no", but the transaction is committed: what the use case wrote until here counts. */
  keepingWrites() {
    this.keepsWrites = true
    return this
  }
}

export type RefusalDetail = { path: string; message: string }

type RefusalMore = { params?: RefusalParams; details?: RefusalDetail[]; current?: unknown }

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type ParamsOf<Text extends string> = [NamesIn<Text>] extends [never] ? [] : [Record<NamesIn<Text>, string | number>]

/** A refusal of an area's catalogue: calling it with the values its `{names}` ask for makes the error to throw. */
export type RefusalKind<Text extends string = string> = {
  (...params: ParamsOf<Text>): Refusal
  readonly statusCode: number
  readonly code: string
  readonly text: Text
}

const declared: RefusalKind[] = []

/** Every refusal of the areas that are loaded, for the API document. */
export const declaredRefusals: readonly RefusalKind[] = declared

/** Declares a refusal. `text` may name values in braces: 'The reward is {Status}, …'. */
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
