import { QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { basePath } from '#areas/access/web/base-path.ts'
import { captureProviderAnswer } from '#areas/access/web/providers/answer.ts'
import { startSignedOutHandling } from '#areas/access/web/signed-out.ts'
import { refetchAfterChanges } from '#kit/web/renewal.ts'
import { lastAppearance } from '#kit/web/theme.tsx'
import { shouldRetryRead } from '#kit/web/useRead.ts'
import { loadConfig } from './config.ts'
import { prefetchSession } from './prefetch.ts'
import { AppRoot } from './Root.tsx'
import { loadSignedInRoutes, signedOutRoutes } from './routes.tsx'
import { startAppTexts } from './texts.ts'

// Reloads the page if its files are gone because the server was updated.
// The page stays as it is while the browser is offline, because a reload would fail.
window.addEventListener('vite:preloadError', () => navigator.onLine && location.reload())

captureProviderAnswer()
startSignedOutHandling()
const appearance = lastAppearance()
const client = new QueryClient({ defaultOptions: { queries: { retry: shouldRetryRead, refetchOnWindowFocus: false } } })
refetchAfterChanges(client)
const texts = startAppTexts(appearance.language)
prefetchSession(client)
// The code of the page starts loading in parallel with texts and configuration.
const router = createBrowserRouter(signedOutRoutes, {
  basename: basePath || '/',
  patchRoutesOnNavigation: loadSignedInRoutes,
})
void renderApp()

/** An async function replaces top-level await, because lazily loaded modules import this file and would deadlock. */
async function renderApp() {
  await Promise.all([texts, loadConfig()])
  const rootElement = document.getElementById('root')
  if (!rootElement) throw new Error('index.html lacks #root')
  createRoot(rootElement).render(
    <AppRoot appearance={appearance} client={client}>
      <RouterProvider router={router} />
    </AppRoot>,
  )
}
