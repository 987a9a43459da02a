import { useCallback, useEffect, useRef, useState } from 'react'
import type { Endpoint, Reply, WebRequestBody } from '#kit/contract/endpoint.ts'
import { CallError, call, isFinalRefusal } from '#kit/web/call.ts'
import { forgetDraft, readDraft, saveDraft } from './draft.ts'

// Sends a change until a reply arrives. All attempts of an idempotent call use the same idempotency key.
// With `keep` the attempt survives a reload. While the network is unavailable, the user can see and retry the attempt.

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 15_000

type Attempt<E extends Endpoint> = { key: string; input: WebRequestBody<E> }

type Options<E extends Endpoint> = {
  /** Called once, with the server's reply to the change. */
  done: (reply: Reply<E>, input: WebRequestBody<E>) => unknown
  /** The name under which an unanswered attempt is stored. Do not use it for secrets. */
  keep?: string
}

/** True for network errors and temporary server errors, because a retry may succeed. */
const isAway = (error: unknown) =>
  error instanceof CallError && (error.statusCode === 0 || [502, 503, 504].includes(error.statusCode))

export function useRetriedChange<E extends Endpoint>(endpoint: E, { done, keep }: Options<E>) {
  const [state, setState] = useState<'idle' | 'sending' | 'waiting'>('idle')
  const [error, setError] = useState<unknown>()
  const attempt = useRef<Attempt<E> | undefined>(undefined)
  // An attempt whose outcome is unknown: the same input again must have its key.
  const unconfirmed = useRef<Attempt<E> | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const running = useRef(false)
  const latestDone = useRef(done)
  useEffect(() => {
    latestDone.current = done
  })

  const run = useCallback(
    async (wait = FIRST_WAIT_MS) => {
      const present = attempt.current
      if (!present || running.current) return
      clearTimeout(timer.current)
      running.current = true
      setState('sending')
      setError(undefined)
      try {
        const options = endpoint.idempotent ? { idempotencyKey: present.key } : {}
        const reply = await call(endpoint, present.input, options)
        attempt.current = undefined
        unconfirmed.current = undefined
        if (keep) forgetDraft(keep)
        await latestDone.current(reply, present.input)
        setState('idle')
      } catch (failure) {
        if (isAway(failure) && attempt.current) {
          setState('waiting')
          timer.current = setTimeout(() => void run(Math.min(wait * 2, LONGEST_WAIT_MS)), wait)
        } else {
          unconfirmed.current = isFinalRefusal(failure) ? undefined : present
          attempt.current = undefined
          if (keep) forgetDraft(keep)
          setState('idle')
        }
        setError(failure)
      } finally {
        running.current = false
      }
    },
    [endpoint, keep],
  )

  const send = useCallback(
    (input: WebRequestBody<E>) => {
      if (attempt.current) return
      const isSame = JSON.stringify(unconfirmed.current?.input) === JSON.stringify(input)
      attempt.current = isSame ? unconfirmed.current : { key: crypto.randomUUID(), input }
      if (keep) saveDraft(keep, attempt.current)
      void run()
    },
    [keep, run],
  )

  // Continues to send a change that the page began to send before a reload.
  useEffect(() => {
    const unfinished = keep ? readDraft<Attempt<E>>(keep) : undefined
    if (unfinished && !attempt.current) {
      attempt.current = unfinished
      void run()
    }
    const again = () => void run()
    window.addEventListener('online', again)
    return () => {
      window.removeEventListener('online', again)
      clearTimeout(timer.current)
    }
  }, [keep, run])

  return {
    send,
    state,
    /** The error of the refused change, or the network error that delays the change. */
    error,
    tryNow: () => void run(),
    clearError: () => setError(undefined),
  }
}
