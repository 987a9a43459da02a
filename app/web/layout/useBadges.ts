import { useEffect, useMemo } from 'react'
import { getBadges } from '#areas/workspace/contract.ts'
import { useRead } from '#kit/web/useRead.ts'

const EVERY_MS = 60_000

/**
 * How much waits behind which entry of the menu. Asked once a minute while somebody is at work here: a call that
 * nobody's hand stands behind must not keep a forgotten session alive.
 */
export function useBadges(): ReadonlyMap<string, number> {
  const { data, refetch } = useRead(getBadges, {}, { staleTime: EVERY_MS, refetchOnWindowFocus: true })
  useEffect(() => {
    let atWork = false
    const noted = () => {
      atWork = true
    }
    const timer = setInterval(() => {
      if (atWork && document.visibilityState === 'visible') void refetch()
      atWork = false
    }, EVERY_MS)
    window.addEventListener('keydown', noted)
    window.addEventListener('pointerdown', noted)
    return () => {
      clearInterval(timer)
      window.removeEventListener('keydown', noted)
      window.removeEventListener('pointerdown', noted)
    }
  }, [refetch])
  return useMemo(() => new Map(data?.rows.map(({ Path, Count }) => [Path, Count])), [data])
}
