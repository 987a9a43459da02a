import { useSyncExternalStore } from 'react'

// Whether the server can be reached, as the calls themselves find: a browser that says "online" may still sit behind a
// dead network.

type Connection = 'online' | 'slow' | 'offline'

const SLOW_MS = 8_000
const PING_MS = 4_000

const watchers = new Set<() => void>()
let unreachable = false
let slowCalls = 0
/** While somebody shows the state and asks again by itself; before the sign-in every try is the user's own. */
let ping: (() => Promise<unknown>) | undefined

const changed = () => {
  for (const watcher of watchers) watcher()
}

const state = (): Connection => {
  if (unreachable || !navigator.onLine) return 'offline'
  return slowCalls > 0 ? 'slow' : 'online'
}

/** A call sets out; tells whether it arrived. */
export function beginCall() {
  let isSlow = false
  const timer = setTimeout(() => {
    isSlow = true
    slowCalls += 1
    changed()
  }, SLOW_MS)
  return (outcome: 'arrived' | 'lost' | 'given up') => {
    clearTimeout(timer)
    if (isSlow) slowCalls -= 1
    const before = unreachable
    if (outcome !== 'given up') unreachable = outcome === 'lost'
    if (isSlow || before !== unreachable) changed()
  }
}

/** Nothing is sent that could only be lost. */
export const mayWrite = () => !ping || state() !== 'offline'

/** Asks again until the server answers; `back` is called then. Answers how to stop. */
export function watchConnection(ask: () => Promise<unknown>, back: () => void) {
  ping = ask
  let was = state()
  let timer: ReturnType<typeof setInterval> | undefined
  const follow = () => {
    const is = state()
    if (is === 'offline') timer ??= setInterval(() => void ask().catch(() => undefined), PING_MS)
    else {
      clearInterval(timer)
      timer = undefined
      if (was === 'offline') back()
    }
    was = is
  }
  watchers.add(follow)
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  follow()
  return () => {
    ping = undefined
    clearInterval(timer)
    watchers.delete(follow)
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

export const useConnection = () =>
  useSyncExternalStore((watcher) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  }, state)

/** Nothing can be saved right now: buttons that write are disabled and say why. */
export const useOffline = () => useConnection() === 'offline'
