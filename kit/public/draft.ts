import { useEffect, useState } from 'react'

// What was typed stays in this tab until it was sent: a page that is reloaded, a browser that ran out of memory and a network that
// was cut lose nothing. It is gone with the tab, and with `forget`.

const PLACE = 'carat.draft.'

const stored = <Value>(name: string): Value | undefined => {
  try {
    const text = sessionStorage.getItem(PLACE + name)
    return text ? (JSON.parse(text) as Value) : undefined
  } catch {
    return undefined
  }
}

/** A private window may have no room for it: then the page works, and only a reload loses what was typed. */
function store(name: string, value: unknown) {
  try {
    sessionStorage.setItem(PLACE + name, JSON.stringify(value))
  } catch {}
}

export const forget = (name: string) => {
  try {
    sessionStorage.removeItem(PLACE + name)
  } catch {}
}

/** Everything that was typed or kept: after the end of a session nothing of it stays on a phone that others use. */
export function forgetAll() {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PLACE)) sessionStorage.removeItem(key)
    for (const key of Object.keys(localStorage)) if (key.startsWith(KEPT)) localStorage.removeItem(key)
  } catch {}
}

const KEPT = 'carat.kept.'

type Kept<Value> = { until: string; value: Value }

/** Stays on the phone for when there is no network, until its session ends at the latest. */
export function keepOnPhone(name: string, value: unknown, until: string) {
  try {
    localStorage.setItem(KEPT + name, JSON.stringify({ until, value } satisfies Kept<unknown>))
  } catch {}
}

export function keptOnPhone<Value>(name: string): Value | undefined {
  try {
    const text = localStorage.getItem(KEPT + name)
    if (!text) return undefined
    const { until, value } = JSON.parse(text) as Kept<Value>
    if (Date.parse(until) > Date.now()) return value
    localStorage.removeItem(KEPT + name)
  } catch {}
  return undefined
}

export const draftOf = stored
export const keepDraft = store

/** A state that survives a reload of this tab, until `forget(name)`. */
export function useDraft<Value>(name: string, initial: Value) {
  const [value, setValue] = useState<Value>(() => stored<Value>(name) ?? initial)
  useEffect(() => store(name, value), [name, value])
  return [value, setValue] as const
}
