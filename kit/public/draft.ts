import { useEffect, useState } from 'react'

// Stores typed input in sessionStorage until it is sent, so that no reload, crashed tab or lost network loses it.
// A draft ends when its tab closes or when `forgetDraft` is called.

const DRAFT_PREFIX = 'carat.draft.'

const stored = <Value>(name: string): Value | undefined => {
  try {
    const text = sessionStorage.getItem(DRAFT_PREFIX + name)
    return text ? (JSON.parse(text) as Value) : undefined
  } catch {
    return undefined
  }
}

/** Writes to sessionStorage and ignores failures. In a private window, typed input is then lost on reload. */
function store(name: string, value: unknown) {
  try {
    sessionStorage.setItem(DRAFT_PREFIX + name, JSON.stringify(value))
  } catch {}
}

export const forgetDraft = (name: string) => {
  try {
    sessionStorage.removeItem(DRAFT_PREFIX + name)
  } catch {}
}

/** Deletes all drafts and stored values after the session, because several people may share the phone. */
export function discardDeviceData() {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key)
    for (const key of Object.keys(localStorage)) if (key.startsWith(STORED_PREFIX)) localStorage.removeItem(key)
  } catch {}
}

const STORED_PREFIX = 'carat.kept.'

type StoredValue<Value> = { until: string; value: Value }

/** Stores a value under `name` until `until` (ISO time), the end of the session, for use offline. */
export function storeOnDevice(name: string, value: unknown, expiresAt: string) {
  try {
    localStorage.setItem(
      STORED_PREFIX + name,
      JSON.stringify({ until: expiresAt, value } satisfies StoredValue<unknown>),
    )
  } catch {}
}

export function readFromDevice<Value>(name: string): Value | undefined {
  try {
    const text = localStorage.getItem(STORED_PREFIX + name)
    if (!text) return undefined
    const { until, value } = JSON.parse(text) as StoredValue<Value>
    if (Date.parse(until) > Date.now()) return value
    localStorage.removeItem(STORED_PREFIX + name)
  } catch {}
  return undefined
}

export const readDraft = stored
export const saveDraft = store

/** A React state that survives a reload of its tab, until `forgetDraft(name)` is called. */
export function useDraft<Value>(name: string, initial: Value) {
  const [value, setValue] = useState<Value>(() => stored<Value>(name) ?? initial)
  useEffect(() => store(name, value), [name, value])
  return [value, setValue] as const
}
