import { useEffect } from 'react'
import { withBasePath } from '#kit/public/router.tsx'
import { memberCardPath, selfServicePath } from '../../paths.ts'

// The member card works offline: a service worker serves its files from the phone's cache, which has no member data.

const FILES = 'carat.card'
const AFTER_MS = 1_500

/** Returns the other pages of the member, which are cached together with the card. */
const others = () =>
  Promise.all([
    import('./PointsPage.tsx'),
    import('./RewardsPage.tsx'),
    import('./PurchasesPage.tsx'),
    import('./OwnPage.tsx'),
  ])

/** Caches all files of the member's pages after the card is displayed. */
export function useOfflineCardCache(isShown: boolean) {
  useEffect(() => {
    if (!isShown || !('serviceWorker' in navigator)) return
    const timer = setTimeout(() => void install().catch(() => {}), AFTER_MS)
    return () => clearTimeout(timer)
  }, [isShown])
}

async function install() {
  await others()
  await navigator.serviceWorker.register(withBasePath(`${selfServicePath()}/worker.js`))
  const cache = await caches.open(FILES)
  const page = new URL(withBasePath(memberCardPath()), location.href).href
  const needed = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => new URL(name).origin === location.origin && name.includes('/assets/'))
  const cachedUrls = (await cache.keys()).map(({ url }) => url)
  const missing = needed.filter((file) => !cachedUrls.includes(file))
  if (missing.length === 0 && cachedUrls.includes(page)) return
  await cache.addAll([...new Set([page, ...missing])])
  // Cached files of earlier versions are deleted.
  for (const url of cachedUrls) if (url !== page && !needed.includes(url)) await cache.delete(url)
}
