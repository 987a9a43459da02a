import { useContext, useEffect, useRef, useState } from 'react'
import { SessionContext } from '../session.ts'
import { same } from './dirty.ts'
import { type Draft, dropDraft, keepDraft, readDraft } from './drafts.ts'
import type { Shape, Values } from './fields.ts'
import { factsOf } from './schema.ts'

const KEEP_MS = 400

type Options = {
  /** Undefined: nothing is kept. */
  name: string | undefined
  shape: Shape
  baseline: Values
  values: Values
  version: unknown
}

/** Keeps what is typed until it is saved or given up, for one person and one record, and offers it the next time. */
export function useDraft({ name, shape, baseline, values, version }: Options) {
  const userId = useContext(SessionContext)?.user.id
  const key = name && userId !== undefined ? `${userId}.${name}` : undefined
  const [offered, setOffered] = useState<Draft | undefined>(() => (key ? readDraft(key) : undefined))
  const kept = useRef(false)
  const typed = key ? JSON.stringify(changedOf(shape, baseline, values)) : '{}'

  useEffect(() => {
    if (!key) return
    if (typed === '{}') {
      // Everything stands again as it was: there is nothing left to offer.
      if (kept.current) dropDraft(key)
      return
    }
    kept.current = true
    const timer = setTimeout(
      () => keepDraft(key, { at: new Date().toISOString(), values: JSON.parse(typed), version }),
      KEEP_MS,
    )
    return () => clearTimeout(timer)
  }, [key, typed, version])

  return {
    offered,
    settle: () => setOffered(undefined),
    drop: () => {
      setOffered(undefined)
      if (key) dropDraft(key)
    },
  }
}

/** Only what differs: a draft of today must not put back what somebody else changes tomorrow. Never a password. */
function changedOf(shape: Shape, baseline: Values, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !same(baseline[name], value))
      .filter(([name]) => !shape[name] || factsOf(shape[name]).kind !== 'password')
      .map(([name, value]) => [name, value ?? null]),
  )
}
