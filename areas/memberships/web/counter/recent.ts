import { useState } from 'react'

/** A member who was just served. */
export type Recent = { MembershipNo: string; FullName: string; Color: string | null }

const KEY = 'carat.counter.recent'
const RECENT_MAX = 8

/** The last members looked at in this tab: the till next to it serves other guests. */
export function useRecent() {
  const [recent, setRecent] = useState(stored)
  const remember = ({ MembershipNo, FullName, Color }: Recent) =>
    setRecent((before) => {
      const next = [{ MembershipNo, FullName, Color }, ...before.filter((other) => other.MembershipNo !== MembershipNo)]
      sessionStorage.setItem(KEY, JSON.stringify(next.slice(0, RECENT_MAX)))
      return next.slice(0, RECENT_MAX)
    })
  return [recent, remember] as const
}

function stored(): Recent[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one): one is Recent => typeof one?.MembershipNo === 'string') : []
  } catch {
    // Somebody else's text under our key; the list starts empty.
    return []
  }
}
