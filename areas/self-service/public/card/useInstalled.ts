import { useEffect } from 'react'
import { hrefOf } from '#kit/public/router.tsx'
import { cardPath, selfServicePath } from '../../paths.ts'

// The card opens without a network: its files stay on the phone, and a worker hands them out when nobody answers. Neither has
// anything of a member in it.

const FILES = 'carat.card'
const AFTER_MS = 1_500

/** The member's other pages: who has seen the card has all of them, also where there is no network any more. */
const others = () =>
  Promise.all([
    import('./PointsPage.tsx'),
    import('./RewardsPage.tsx'),
    import('./PurchasesPage.tsx'),
    import('./OwnPage.tsx'),
  ])

/** Once the card was seen: everything that drew it, and draws the others, is kept. */
export function useInstalled(isShown: boolean) {
  useEffect(() => {
    if (!isShown || !('serviceWorker' in navigator)) return
    const timer = setTimeout(() => void install().catch(() => {}), AFTER_MS)
    return () => clearTimeout(timer)
  }, [isShown])
}

async function install() {
  await others()
  await navigator.serviceWorker.register(hrefOf(`${selfServicePath()}/worker.js`))
  const cache = await caches.open(FILES)
  const page = new URL(hrefOf(cardPath()), location.href).href
  const needed = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => new URL(name).origin === location.origin && name.includes('/assets/'))
  const kept = (await cache.keys()).map(({ url }) => url)
  const lacking = needed.filter((file) => !kept.includes(file))
  if (lacking.length === 0 && kept.includes(page)) return
  await cache.addAll([...new Set([page, ...lacking])])
  // A new version has other files; those of before are of no use to it.
  for (const url of kept) if (url !== page && !needed.includes(url)) await cache.delete(url)
}
