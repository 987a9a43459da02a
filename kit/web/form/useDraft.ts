import { useContext, useEffect, useRef, useState } from 'react'
import { SessionContext } from '../session.ts'
import { areValuesEqual } from './dirty.ts'
import { dropDraft, type FormDraft, readDraft, saveDraft } from './drafts.ts'
import type { Shape, Values } from './fields.ts'
import { fieldProperties } from './schema.ts'

const STORE_DELAY_MS = 400

type Options = {
  /** Undefined: no draft is stored. */
  name: string | undefined
  shape: Shape
  baseline: Values
  values: Values
  version: unknown
}

/** Stores unsaved input per user and record until it is saved or discarded, and offers it the next time. */
export function useDraft({ name, shape, baseline, values, version }: Options) {
  const userId = useContext(SessionContext)?.user.id
  const key = name && userId !== undefined ? `${userId}.${name}` : undefined
  const [offered, setOffered] = useState<FormDraft | undefined>(() => (key ? readDraft(key) : undefined))
  const isStored = useRef(false)
  const changedJson = key ? JSON.stringify(changedOf(shape, baseline, values)) : '{}'

  useEffect(() => {
    if (!key) return
    if (changedJson === '{}') {
      // All changes were reverted: there is nothing to offer.
      if (isStored.current) dropDraft(key)
      return
    }
    isStored.current = true
    const timer = setTimeout(
      () => saveDraft(key, { at: new Date().toISOString(), values: JSON.parse(changedJson), version }),
      STORE_DELAY_MS,
    )
    return () => clearTimeout(timer)
  }, [key, changedJson, version])

  return {
    offered,
    settle: () => setOffered(undefined),
    drop: () => {
      setOffered(undefined)
      if (key) dropDraft(key)
    },
  }
}

/** The changed fields only, so that a restored draft does not revert other users' later changes. Never passwords. */
function changedOf(shape: Shape, baseline: Values, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !areValuesEqual(baseline[name], value))
      .filter(([name]) => !shape[name] || fieldProperties(shape[name]).kind !== 'password')
      .map(([name, value]) => [name, value ?? null]),
  )
}
