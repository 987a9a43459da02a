import { useContext, useState } from 'react'
import { SessionContext } from '../session.ts'

export type Density = 'comfortable' | 'compact'

/** How close rows stand, kept per user in this browser. */
export function useDensity() {
  const session = useContext(SessionContext)
  const key = `carat.density.${(session?.user as { username?: string } | undefined)?.username ?? ''}`
  const [density, setDensity] = useState<Density>(() =>
    localStorage.getItem(key) === 'compact' ? 'compact' : 'comfortable',
  )
  const keep = (next: Density) => {
    localStorage.setItem(key, next)
    setDensity(next)
  }
  return [density, keep] as const
}
