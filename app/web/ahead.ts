import type { QueryClient } from '@tanstack/react-query'
import { profile } from '#areas/access/contract.ts'
import { isMarkedSignedIn } from '#areas/access/web/stored.ts'
import { getPreferences } from '#areas/workspace/contract/preferences.ts'
import { read } from '#kit/web/useRead.ts'
import { loadCounterTexts, loadShellTexts } from './texts.ts'

// What is known to be needed soon is asked for before the page that needs it can ask.

/** Who one is and how it should look: nothing behind the sign-in is drawn before. */
export function askWhoIsHere(client: QueryClient) {
  if (!isMarkedSignedIn()) return
  void client.prefetchQuery(read(profile, {}))
  askHowItLooks(client)
}

export const askHowItLooks = (client: QueryClient) => void client.prefetchQuery(read(getPreferences, {}))

/** Somebody types their name: what comes behind the sign-in is fetched meanwhile. The server has named the files. */
export function fetchNext() {
  const named = document.querySelector<HTMLMetaElement>('meta[name="carat-next"]')
  if (!named) return
  named.remove()
  for (const file of named.content.split(' ')) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `./${file}` })
    link.crossOrigin = 'anonymous'
    document.head.append(link)
  }
}

/** Somebody looks for their code: what was fetched is made ready to run. */
export async function prepareNext() {
  const [{ loadHomes }] = await Promise.all([import('./signed-in-routes.tsx'), loadShellTexts(), loadCounterTexts()])
  await loadHomes()
}
