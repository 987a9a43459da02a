import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { kindsOf } from '#kit/contract/endpoint.ts'
import { whenChanged } from './call.ts'
import { noteChange } from './table/touched.ts'

/** What changed while a bulk action ran. */
let held: Set<string> | undefined

/** After every change, whatever shows the same kinds of rows is asked for again; no page has to say so. */
export const renewAfterChanges = (client: QueryClient) =>
  whenChanged((change, reply) => {
    const kinds = kindsOf(change)
    noteChange(client, change, reply)
    if (held) for (const kind of kinds) held.add(kind)
    else void renew(client, kinds)
  })

/** Asks again for what shows one of these kinds of rows: also for what changed without a call, as a job does. */
export const renew = (client: QueryClient, kinds: readonly string[]) =>
  client.invalidateQueries({
    predicate: ({ meta }) => ((meta?.about ?? []) as readonly string[]).some((kind) => kinds.includes(kind)),
  })

/** Asks again whenever `when` is another: what shows that a job went on or ended. */
export function useRenewal(kind: string, when: unknown) {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that renews
  useEffect(() => void renew(client, [kind]), [client, kind, when])
}

/** Many changes as one: asked again once, when all are made. */
export async function together<Done>(client: QueryClient, run: () => Promise<Done>): Promise<Done> {
  held = new Set()
  try {
    return await run()
  } finally {
    void renew(client, [...held])
    held = undefined
  }
}
