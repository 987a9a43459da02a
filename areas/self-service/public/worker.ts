// Between the card and the network: files by name come from the phone where they are there, and the card itself where nobody
// answers. Calls pass untouched: what a server says of a member is never kept here.

type Life = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetching = Event & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Worker = EventTarget & { skipWaiting: () => Promise<void>; clients: { claim: () => Promise<void> } }

/** The page puts them there under the same name (useInstalled.ts): a worker is one file and imports nothing. */
const FILES = 'carat.card'

const worker = globalThis as unknown as Worker
/** The page that is drawn for each of them: it lies beside this file. */
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
      keptOr(request.url, () => fetch(request)),
    )
  else if (request.mode === 'navigate' && isOwn(pathname))
    respondWith.call(
      event,
      fetch(request).catch((error: unknown) => keptOr(card.href, () => Promise.reject(error))),
    )
})

async function keptOr(url: string, otherwise: () => Promise<Response>) {
  const cache = await caches.open(FILES)
  // Packed differently for each caller on the way; here it is unpacked already.
  return (await cache.match(url, { ignoreVary: true })) ?? otherwise()
}

export {}
