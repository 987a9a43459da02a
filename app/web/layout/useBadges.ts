import { useEffect, useMemo } from 'react'
import { getMenuBadges } from '#areas/workspace/contract.ts'
import { useRead } from '#kit/web/useRead.ts'

const REFETCH_MS = 60_000

/**
 * Returns the numbers of pending items by menu path.
 * The numbers are refetched every minute only after user input, because requests would keep an abandoned session alive.
 */
export function useMenuCounts(): ReadonlyMap<string, number> {
  const { data, refetch } = useRead(getMenuBadges, {}, { staleTime: REFETCH_MS, refetchOnWindowFocus: true })
  useEffect(() => {
    let isActive = false
    const markActive = () => {
      isActive = true
    }
    const timer = setInterval(() => {
      if (isActive && document.visibilityState === 'visible') void refetch()
      isActive = false
    }, REFETCH_MS)
    window.addEventListener('keydown', markActive)
    window.addEventListener('pointerdown', markActive)
    return () => {
      clearInterval(timer)
      window.removeEventListener('keydown', markActive)
      window.removeEventListener('pointerdown', markActive)
    }
  }, [refetch])
  return useMemo(() => new Map(data?.rows.map(({ Path, Count }) => [Path, Count])), [data])
}
