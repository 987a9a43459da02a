import type { Refusal } from '#kit/contract/refusal.ts'

// SQL functions refuse with SQLSTATE CA001: the message is the name of the refusal, the detail its parameters as JSON.
const REFUSED = 'CA001'

/** Refusals by the name that SQL raises; each takes the parameters that its text names. */
export type Refusals<Name extends string = string> = Readonly<Record<Name, (...params: never) => Refusal>>

/** Awaits SQL and translates a refusal by name into the refusal of that name in the catalogue. */
export async function mapDatabaseRefusal<Result>(work: Promise<Result>, catalogue: Refusals): Promise<Result> {
  return work.catch((error: { code?: string; message: string; detail?: string }) => {
    const kind = error.code === REFUSED ? catalogue[error.message] : undefined
    if (!kind) throw error
    throw (kind as (params: object) => Refusal)(JSON.parse(error.detail || '{}'))
  })
}

/**
 * Awaits statements that were sent together and throws the error of the first that failed. The later ones only report that
 * the transaction is aborted.
 */
export async function allSent<Work extends readonly Promise<unknown>[]>(...work: Work) {
  await Promise.allSettled(work)
  return Promise.all(work)
}
