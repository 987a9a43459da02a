import type { RefusalKind } from '#kit/contract/refusal.ts'

// The database's own functions refuse by name: SQLSTATE CA001, the name as message, the parameters as JSON in the detail.
const REFUSED = 'CA001'

/** Awaits SQL that may refuse by name and throws the catalogue's refusal of that name in its place. */
export async function mapDatabaseRefusal<Result>(
  work: Promise<Result>,
  catalogue: Record<string, RefusalKind<never>>,
): Promise<Result> {
  return work.catch((error: { code?: string; message: string; detail?: string }) => {
    const kind = error.code === REFUSED ? catalogue[error.message] : undefined
    if (!kind) throw error
    throw (kind as (params: object) => Error)(JSON.parse(error.detail || '{}'))
  })
}

/**
 * Awaits statements that were sent together. One that was sent ahead fails with the transaction when another refused; the
 * refusal of the first is what counts.
 */
export async function allSent<Work extends readonly Promise<unknown>[]>(...work: Work) {
  await Promise.allSettled(work)
  return Promise.all(work)
}
