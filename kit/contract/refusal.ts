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
  readonly retryAfter: number | undefined
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
    this.retryAfter = more.retryAfter
  }

  /** The same "no", but the transaction is committed: what the use case wrote until here counts. */
  keepingWrites() {
    this.keepsWrites = true
    return this
  }
}

export type RefusalDetail = { path: string; message: string }

type RefusalMore = { params?: RefusalParams; details?: RefusalDetail[]; current?: unknown; retryAfter?: number }

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type ParamsOf<Text extends string> = [NamesIn<Text>] extends [never] ? [] : [Record<NamesIn<Text>, string | number>]

/** A refusal of an area's catalogue: calling it with the values its `{names}` ask for makes the error to throw. */
export type RefusalKind<Text extends string = string> = {
  (...params: ParamsOf<Text>): Refusal
  readonly statusCode: number
  readonly code: string
  readonly text: Text
}

/** Declares a refusal. `text` may name values in braces: 'The reward is {Status}, …'. */
export function refusal<const Text extends string>(statusCode: number, code: string, text: Text): RefusalKind<Text> {
  const make = (...[params]: ParamsOf<Text>) =>
    new Refusal(statusCode, code, fill(text, params ?? {}), params ? { params } : {})
  return Object.assign(make as (...params: ParamsOf<Text>) => Refusal, { statusCode, code, text })
}

const fill = (text: string, params: RefusalParams) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => `${params[name] ?? ''}`)
