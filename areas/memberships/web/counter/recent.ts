import { useState } from 'react'

/** A recently served member. */
export type RecentMember = { MembershipNo: string; FullName: string; Color: string | null }

const KEY = 'carat.counter.recent'
const RECENT_MAX = 8

/** The members that were recently opened in this browser tab. Other tabs and tills serve other customers. */
export function useRecentMembers() {
  const [recent, setRecent] = useState(stored)
  const remember = ({ MembershipNo, FullName, Color }: RecentMember) =>
    setRecent((before) => {
      const next = [
        { MembershipNo, FullName, Color },
        ...before.filter((member) => member.MembershipNo !== MembershipNo),
      ]
      sessionStorage.setItem(KEY, JSON.stringify(next.slice(0, RECENT_MAX)))
      return next.slice(0, RECENT_MAX)
    })
  return [recent, remember] as const
}

function stored(): RecentMember[] {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(parsed)
      ? parsed.filter((member): member is RecentMember => typeof member?.MembershipNo === 'string')
      : []
  } catch {
    // Invalid JSON in the browser's storage leads to an empty list.
    return []
  }
}
