// Service worker of the member card: serves cached files, and the cached page if the network is unavailable.
// The service worker does not intercept requests of the API and never caches their replies.

type Life = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetching = Event & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Worker = EventTarget & { skipWaiting: () => Promise<void>; clients: { claim: () => Promise<void> } }

/** Name of the cache, repeated from useInstalled.ts, because a worker file cannot import. */
const FILES = 'carat.card'

const worker = globalThis as unknown as Worker
/** Address of the page that is shown offline; the page is stored next to this file. */
const card = new URL('card', location.href)
const isOwn = (pathname: string) => pathname === card.pathname || pathname.startsWith(`${card.pathname}/`)

worker.addEventListener('install', (event) => (event as Life).waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => (event as Life).waitUntil(worker.clients.claim()))
worker.addEventListener('fetch', (event) => {
  const { request, respondWith } = event as Fetching
  const { pathname, origin } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.includes('/assets/'))
    respondWith.call(
      event,
      cachedOr(request.url, () => fetch(request)),
    )
  else if (request.mode === 'navigate' && isOwn(pathname))
    respondWith.call(
      event,
      fetch(request).catch((error: unknown) => cachedOr(card.href, () => Promise.reject(error))),
    )
})

async function cachedOr(url: string, otherwise: () => Promise<Response>) {
  const cache = await caches.open(FILES)
  // A header about compression is removed, because the cached response is already decompressed.
  return (await cache.match(url, { ignoreVary: true })) ?? otherwise()
}

export {}
