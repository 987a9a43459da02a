import { useEffect, useState } from 'react'
import type { SessionInfo } from '../contract.ts'

const WARN_SECONDS = 120

export type SessionTimeLeft = { seconds: number; byAge: boolean }

/** Returns the time left if the session ends within two minutes, by idle time or by age. */
export function useSessionTimeLeft(session: SessionInfo): SessionTimeLeft | undefined {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => trackLastCallTime(), [])
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])

  const idleLeft = Math.ceil((readLastCallTime() + session.idle_seconds * 1000 - now) / 1000)
  const ageLeft = Math.ceil((Date.parse(session.expires_at) - now) / 1000)
  const byAge = ageLeft <= idleLeft
  const seconds = byAge ? ageLeft : idleLeft
  // No warning is shown after the end of the session, because the next call asks for a sign-in anyway.
  return seconds > 0 && seconds <= WARN_SECONDS ? { seconds, byAge } : undefined
}

// All tabs share the time of the browser's last call, because each call restarts the idle time of the session.

const KEY = 'carat.last_call'
const WRITE_EVERY_MS = 5_000

export const readLastCallTime = () => Number(localStorage.getItem(KEY)) || 0

export const recordLastCallTime = () => localStorage.setItem(KEY, String(Date.now()))

/** Observes the time of every call. Returns a function that stops it. */
export function trackLastCallTime() {
  recordLastCallTime()
  const observer = new PerformanceObserver((list) => {
    const called = list.getEntries().some(({ name }) => name.includes('/api/1.0/'))
    if (called && Date.now() - readLastCallTime() > WRITE_EVERY_MS) recordLastCallTime()
  })
  observer.observe({ type: 'resource' })
  return () => observer.disconnect()
}
