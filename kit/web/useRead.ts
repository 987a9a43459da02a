import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type Endpoint, type Reply, rowKindsOfEndpoint, type WebRequestBody } from '#kit/contract/endpoint.ts'
import { CallError, call } from './call.ts'

type Options<E extends Endpoint, Data> = Omit<UseQueryOptions<Reply<E>, Error, Data>, 'queryKey' | 'queryFn'>

/** Reads an endpoint. React Query caches the reply, and refetches it after changes of the row kinds that it shows. */
export function useRead<E extends Endpoint, Data = Reply<E>>(
  endpoint: E,
  input: WebRequestBody<E>,
  options: Options<E, Data> = {},
) {
  const result = useQuery<Reply<E>, Error, Data>({
    retry: shouldRetryRead,
    ...options,
    ...readQueryOptions(endpoint, input),
  })
  // Cached data stays visible while the server is unreachable; the shell warns that the data may be outdated.
  const hasStaleData = result.data !== undefined && result.error instanceof CallError && result.error.statusCode === 0
  return hasStaleData ? ({ ...result, error: null } as unknown as typeof result) : result
}

/** Returns the query options of a read, for prefetching under the key that pages use. */
export const readQueryOptions = <E extends Endpoint>(endpoint: E, input: WebRequestBody<E>) => ({
  queryKey: [endpoint.path, input] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal }),
  meta: { about: rowKindsOfEndpoint(endpoint) },
})

/** Retries a read only after a network failure or while the server is unavailable, because other errors would recur. */
export const shouldRetryRead = (failures: number, error: Error) =>
  failures < 2 && (!(error instanceof CallError) || error.statusCode === 0 || error.statusCode === 503)
