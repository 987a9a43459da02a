import { QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { basePath } from '#areas/access/web/base-path.ts'
import { takeProviderAnswer } from '#areas/access/web/providers/answer.ts'
import { startSignedOutHandling } from '#areas/access/web/signed-out.ts'
import { renewAfterChanges } from '#kit/web/renewal.ts'
import { lastAppearance } from '#kit/web/theme.tsx'
import { worthRetrying } from '#kit/web/useRead.ts'
import { askWhoIsHere } from './ahead.ts'
import { loadConfig } from './config.ts'
import { Root } from './Root.tsx'
import { bringSignedInRoutes, routes } from './routes.tsx'
import { startAppTexts } from './texts.ts'

// A new version was installed while this page was open: its files are gone, the page of today has new ones. Without a
// network there is no page of today, and what stands here stays.
window.addEventListener('vite:preloadError', () => navigator.onLine && location.reload())

takeProviderAnswer()
startSignedOutHandling()
const appearance = lastAppearance()
const client = new QueryClient({ defaultOptions: { queries: { retry: worthRetrying, refetchOnWindowFocus: false } } })
renewAfterChanges(client)
const texts = startAppTexts(appearance.language)
askWhoIsHere(client)
// The page's own code is fetched while texts and configuration arrive.
const router = createBrowserRouter(routes, {
  basename: basePath || '/',
  patchRoutesOnNavigation: bringSignedInRoutes,
})
void draw()

/** Not awaited by the file itself: parts that come later import from it, and would wait for a page that waits for them. */
async function draw() {
  await Promise.all([texts, loadConfig()])
  const place = document.getElementById('root')
  if (!place) throw new Error('index.html lacks #root')
  createRoot(place).render(
    <Root appearance={appearance} client={client}>
      <RouterProvider router={router} />
    </Root>,
  )
}
