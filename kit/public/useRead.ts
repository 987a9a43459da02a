import { useCallback, useEffect, useRef, useState } from 'react'
import type { Endpoint, Reply, WebRequestBody } from '#kit/contract/endpoint.ts'
import { CallError, call } from '#kit/web/call.ts'
import { takeInitialReply } from './start.ts'

type Read<E extends Endpoint> = { data?: Reply<E>; error?: unknown; loading: boolean }

const AGAIN_MS = 4_000

/**
 * Reads the data of a page from the embedded reply or by a call, and retries while the network is unavailable.
 * `asStarted: false` ignores the embedded reply, for inputs with more fields than the page's URL.
 */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: WebRequestBody<E> | undefined,
  { asStarted = true } = {},
) {
  const [read, setRead] = useState<Read<E>>(() => {
    const start = asStarted ? takeInitialReply(endpoint) : undefined
    if (!start) return { loading: true }
    return 'reply' in start ? { data: start.reply, loading: false } : { error: start.error, loading: false }
  })
  const began = useRef(!read.loading)
  const key = input === undefined ? undefined : JSON.stringify(input)
  const [attempt, setTurn] = useState(0)
  const reload = useCallback(() => setTurn((before) => before + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `attempt` repeats the same request.
  useEffect(() => {
    if (key === undefined) return
    if (began.current) {
      began.current = false
      return
    }
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    setRead(({ data }) => ({ ...(data !== undefined && { data }), loading: true }))
    call(endpoint, JSON.parse(key) as WebRequestBody<E>, { signal: controller.signal }).then(
      (data) => setRead({ data, loading: false }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        setRead(({ data }) => ({ ...(data !== undefined && { data }), error, loading: false }))
        if (error instanceof CallError && error.statusCode === 0) timer = setTimeout(reload, AGAIN_MS)
      },
    )
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [endpoint, key, attempt, reload])

  return { ...read, reload, put: (data: Reply<E>) => setRead({ data, loading: false }) }
}
