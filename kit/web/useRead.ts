import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type Endpoint, kindsOf, type Reply, type SentByPage } from '#kit/contract/endpoint.ts'
import { CallError, call } from './call.ts'

type Options<E extends Endpoint, Data> = Omit<UseQueryOptions<Reply<E>, Error, Data>, 'queryKey' | 'queryFn'>

/** What a page shows: a read of the contract, kept by react-query under the call's path, and asked again after changes of what it shows. */
export function useRead<E extends Endpoint, Data = Reply<E>>(
  endpoint: E,
  input: SentByPage<E>,
  options: Options<E, Data> = {},
) {
  const result = useQuery<Reply<E>, Error, Data>({ retry: worthRetrying, ...options, ...read(endpoint, input) })
  // While the server can't be reached, what was read before stays readable; the shell says that it may be old.
  const kept = result.data !== undefined && result.error instanceof CallError && result.error.statusCode === 0
  return kept ? ({ ...result, error: null } as unknown as typeof result) : result
}

/** A read under the key by which pages find it: for who asks before the page does. */
export const read = <E extends Endpoint>(endpoint: E, input: SentByPage<E>) => ({
  queryKey: [endpoint.path, input] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal }),
  meta: { about: kindsOf(endpoint) },
})

/** A refusal stays a refusal; only the network and a server that is away deserve another try. */
export const worthRetrying = (failures: number, error: Error) =>
  failures < 2 && (!(error instanceof CallError) || error.statusCode === 0 || error.statusCode === 503)
