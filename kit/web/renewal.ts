import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { rowKindsOfEndpoint } from '#kit/contract/endpoint.ts'
import { setChangeHandler } from './call.ts'
import { cacheRowChange } from './table/touched.ts'

/** The kinds of rows that a bulk action has changed so far. */
let pendingKinds: Set<string> | undefined

/** After every change, refetches all queries that show changed kinds of rows, so that pages need not refetch. */
export const refetchAfterChanges = (client: QueryClient) =>
  setChangeHandler((change, reply) => {
    const kinds = rowKindsOfEndpoint(change)
    cacheRowChange(client, change, reply)
    if (pendingKinds) for (const kind of kinds) pendingKinds.add(kind)
    else void refetchRowKinds(client, kinds)
  })

/** Refetches all queries that show one of these kinds of rows, for example after a job changed such rows. */
export const refetchRowKinds = (client: QueryClient, kinds: readonly string[]) =>
  client.invalidateQueries({
    predicate: ({ meta }) => ((meta?.about ?? []) as readonly string[]).some((kind) => kinds.includes(kind)),
  })

/** Refetches the queries whenever `when` changes, for example the progress of a job. */
export function useRefetchOnChange(kind: string, when: unknown) {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `when` triggers the effect
  useEffect(() => void refetchRowKinds(client, [kind]), [client, kind, when])
}

/** Runs several changes and refetches the queries once, after the last change. */
export async function refetchOnceAfter<Result>(client: QueryClient, run: () => Promise<Result>): Promise<Result> {
  pendingKinds = new Set()
  try {
    return await run()
  } finally {
    void refetchRowKinds(client, [...pendingKinds])
    pendingKinds = undefined
  }
}
