import type { QueryClient } from '@tanstack/react-query'
import { profile } from '#areas/access/contract.ts'
import { isMarkedSignedIn } from '#areas/access/web/stored.ts'
import { getPreferences } from '#areas/workspace/contract/preferences.ts'
import { readQueryOptions } from '#kit/web/useRead.ts'
import { loadCounterTexts, loadShellTexts } from './texts.ts'

// Prefetches data and code that the application will soon need.

/** Prefetches session and preferences, which the signed-in application needs before its first render. */
export function prefetchSession(client: QueryClient) {
  if (!isMarkedSignedIn()) return
  void client.prefetchQuery(readQueryOptions(profile, {}))
  prefetchPreferences(client)
}

export const prefetchPreferences = (client: QueryClient) =>
  void client.prefetchQuery(readQueryOptions(getPreferences, {}))

/** Preloads the files of the signed-in application while the user types. A meta tag of the page lists these files. */
export function preloadSignedInFiles() {
  const fileList = document.querySelector<HTMLMetaElement>('meta[name="carat-next"]')
  if (!fileList) return
  fileList.remove()
  for (const file of fileList.content.split(' ')) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `./${file}` })
    link.crossOrigin = 'anonymous'
    document.head.append(link)
  }
}

/** Loads the code and texts of the home pages while the user enters the one-time code. */
export async function preloadHomePageFiles() {
  const [{ preloadHomePages: loadHomes }] = await Promise.all([
    import('./signed-in-routes.tsx'),
    loadShellTexts(),
    loadCounterTexts(),
  ])
  await loadHomes()
}
