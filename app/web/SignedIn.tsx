import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { SessionGate } from '#areas/access/web/SessionGate.tsx'
import { isMarkedSignedIn } from '#areas/access/web/stored.ts'
import { whenRefused } from '#kit/web/call.ts'
import { NotifyHost } from '#kit/web/notify.tsx'
import './print.css'
import { useT } from '#kit/web/i18n.ts'
import { useKeptLists } from '#kit/web/table/views.ts'
import { useAppearance } from '#kit/web/theme.tsx'
import { getConfig } from './config.ts'
import { Guarded } from './layout/Guarded.tsx'
import { search } from './layout/typed-ahead.ts'
import { useKeptAppearance } from './layout/useKeptAppearance.ts'
import { useScreen } from './layout/useScreen.ts'
import { ScanHost } from './ScanHost.tsx'
import { Splash } from './Splash.tsx'
import { libraryLanguage, loadCounterTexts, loadPageTexts } from './texts.ts'
import { LibraryTheme } from './theme-library.tsx'
import './layout/full-page.css'

/** Everything behind the sign-in; the shell is drawn by its own route, report views stand alone. */
export function SignedIn() {
  const { appearance } = useAppearance()
  const fullPage = useScreen()?.fullPage
  // Asked for beside the session, not after it: no list waits for its views.
  useKeptLists(isMarkedSignedIn())
  const known = useKeptAppearance()
  // The first page does not wait for them; the next one finds them here.
  useEffect(() => void loadCounterTexts().catch(() => {}), [])
  useEffect(bringRestWhenNeeded, [])
  return (
    <LibraryTheme language={libraryLanguage(appearance.language)}>
      <NotifyHost>
        <SessionGate>
          <ScanHost onSearch={fullPage ? undefined : search} />
          {!known ? <Splash /> : fullPage ? <FullPage /> : <Outlet />}
        </SessionGate>
      </NotifyHost>
    </LibraryTheme>
  )
}

/** Texts of all pages, refusals among them: when something is refused, or somebody begins to do something. */
function bringRestWhenNeeded() {
  whenRefused(loadPageTexts)
  const touched = new AbortController()
  const bring = () => {
    touched.abort()
    void loadPageTexts().catch(() => {})
  }
  addEventListener('pointerdown', bring, { signal: touched.signal, capture: true })
  addEventListener('keydown', bring, { signal: touched.signal, capture: true })
  return () => touched.abort()
}

/** A report's view: the page alone, ready for print. */
function FullPage() {
  const t = useT()
  const screen = useScreen()
  return (
    <main className="full-page">
      {screen && <title>{`${t(screen.title)} · ${getConfig().Title}`}</title>}
      <Guarded>
        <Outlet />
      </Guarded>
    </main>
  )
}
