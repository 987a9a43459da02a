import type { Refusal } from '#kit/contract/refusal.ts'

// SQL functions refuse with SQLSTATE CA001. The message is the refusal's name, the detail its parameters as JSON.
const REFUSED = 'CA001'

/** Functions that create the refusals which SQL functions raise, keyed by name. Each gets the refusal's parameters. */
export type RefusalFactories<Name extends string = string> = Readonly<Record<Name, (...params: never) => Refusal>>

/** Awaits SQL and converts an error with SQLSTATE CA001 into the refusal of that name. */
export async function mapDatabaseRefusal<Result>(work: Promise<Result>, catalogue: RefusalFactories): Promise<Result> {
  return work.catch((error: { code?: string; message: string; detail?: string }) => {
    const kind = error.code === REFUSED ? catalogue[error.message] : undefined
    if (!kind) throw error
    throw (kind as (params: object) => Refusal)(JSON.parse(error.detail || '{}'))
  })
}

/**
 * Awaits statements that were sent together, and throws the error of the first failed statement.
 * The errors of statements after the failed one only report that the transaction is aborted.
 */
export async function awaitStatements<Work extends readonly Promise<unknown>[]>(...work: Work) {
  await Promise.allSettled(work)
  return Promise.all(work)
}
