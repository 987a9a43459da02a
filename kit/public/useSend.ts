import { useCallback, useEffect, useRef, useState } from 'react'
import type { Endpoint, Reply, SentByPage } from '#kit/contract/endpoint.ts'
import { CallError, call } from '#kit/web/call.ts'
import { draftOf, forget, keepDraft } from './draft.ts'

// A CHANGE THAT IS SENT ONCE: with the same key until it was answered, however often the network is cut in between, and, where it
// says so, also after the page was reloaded. Who waits sees that it waits, and may try at once.

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 15_000

type Attempt<E extends Endpoint> = { key: string; input: SentByPage<E> }

type Options<E extends Endpoint> = {
  /** Called once with the answer. */
  done: (reply: Reply<E>, input: SentByPage<E>) => unknown
  /** The name under which an attempt is kept until it was answered. Nothing that is a secret is kept. */
  keep?: string
}

/** Nobody answered, or only to say that the server is away for a moment: the same again may succeed. */
const isAway = (error: unknown) =>
  error instanceof CallError && (error.statusCode === 0 || [502, 503, 504].includes(error.statusCode))

export function useSend<E extends Endpoint>(endpoint: E, { done, keep }: Options<E>) {
  const [state, setState] = useState<'idle' | 'sending' | 'waiting'>('idle')
  const [error, setError] = useState<unknown>()
  const attempt = useRef<Attempt<E> | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const running = useRef(false)
  const latest = useRef(done)
  useEffect(() => {
    latest.current = done
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
        if (keep) forget(keep)
        await latest.current(reply, present.input)
        setState('idle')
      } catch (failure) {
        if (isAway(failure) && attempt.current) {
          setState('waiting')
          timer.current = setTimeout(() => void run(Math.min(wait * 2, LONGEST_WAIT_MS)), wait)
        } else {
          attempt.current = undefined
          if (keep) forget(keep)
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
    (input: SentByPage<E>) => {
      if (attempt.current) return
      attempt.current = { key: crypto.randomUUID(), input }
      if (keep) keepDraft(keep, attempt.current)
      void run()
    },
    [keep, run],
  )

  // The page was reloaded before the answer came: the same attempt goes on.
  useEffect(() => {
    const left = keep ? draftOf<Attempt<E>>(keep) : undefined
    if (left && !attempt.current) {
      attempt.current = left
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
    /** What was refused, or why it waits. */
    error,
    tryNow: () => void run(),
    clearError: () => setError(undefined),
  }
}
