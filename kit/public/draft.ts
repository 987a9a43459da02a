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

/** Everything that was typed in this tab: after the end of a session nothing stays on a phone that others use. */
export function forgetAll() {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PLACE)) sessionStorage.removeItem(key)
  } catch {}
}

export const draftOf = stored
export const keepDraft = store

/** A state that survives a reload of this tab, until `forget(name)`. */
export function useDraft<Value>(name: string, initial: Value) {
  const [value, setValue] = useState<Value>(() => stored<Value>(name) ?? initial)
  useEffect(() => store(name, value), [name, value])
  return [value, setValue] as const
}
