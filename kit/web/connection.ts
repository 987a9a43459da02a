import { useSyncExternalStore } from 'react'

// Tracks whether calls reach the server, because `navigator.onLine` may be true without a working network.

type Connection = 'online' | 'slow' | 'offline'

const SLOW_MS = 8_000
const PING_MS = 4_000

const watchers = new Set<() => void>()
let unreachable = false
let slowCalls = 0
/** The function that pings the server while the shell watches the connection. Before sign-in, users retry by hand. */
let ping: (() => Promise<unknown>) | undefined

const notifyWatchers = () => {
  for (const watcher of watchers) watcher()
}

const state = (): Connection => {
  if (unreachable || !navigator.onLine) return 'offline'
  return slowCalls > 0 ? 'slow' : 'online'
}

/** Registers the start of a call and returns the function that reports the outcome of the call. */
export function trackCallOutcome() {
  let isSlow = false
  const timer = setTimeout(() => {
    isSlow = true
    slowCalls += 1
    notifyWatchers()
  }, SLOW_MS)
  return (outcome: 'arrived' | 'lost' | 'given up') => {
    clearTimeout(timer)
    if (isSlow) slowCalls -= 1
    const before = unreachable
    if (outcome !== 'given up') unreachable = outcome === 'lost'
    if (isSlow || before !== unreachable) notifyWatchers()
  }
}

/** Returns whether changes may be sent: false only while the connection is watched and offline. */
export const canSendChanges = () => !ping || state() !== 'offline'

/** Pings an unreachable server and calls `onReconnect` when the server responds. Returns a function that stops the pings. */
export function watchServerConnection(pingServer: () => Promise<unknown>, onReconnect: () => void) {
  ping = pingServer
  let lastState = state()
  let timer: ReturnType<typeof setInterval> | undefined
  const followState = () => {
    const currentState = state()
    if (currentState === 'offline') timer ??= setInterval(() => void pingServer().catch(() => undefined), PING_MS)
    else {
      clearInterval(timer)
      timer = undefined
      if (lastState === 'offline') onReconnect()
    }
    lastState = currentState
  }
  watchers.add(followState)
  window.addEventListener('online', notifyWatchers)
  window.addEventListener('offline', notifyWatchers)
  followState()
  return () => {
    ping = undefined
    clearInterval(timer)
    watchers.delete(followState)
    window.removeEventListener('online', notifyWatchers)
    window.removeEventListener('offline', notifyWatchers)
  }
}

export const useServerConnection = () =>
  useSyncExternalStore((watcher) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  }, state)

/** True while the server cannot be reached. Buttons that save are disabled meanwhile. */
export const useIsOffline = () => useServerConnection() === 'offline'
