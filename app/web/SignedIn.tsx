import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { SessionGate } from '#areas/access/web/SessionGate.tsx'
import { isMarkedSignedIn } from '#areas/access/web/stored.ts'
import { setErrorTextLoader } from '#kit/web/call.ts'
import { NotifyHost } from '#kit/web/notify.tsx'
import './print.css'
import { useT } from '#kit/web/i18n.ts'
import { useStoredListViews } from '#kit/web/table/views.ts'
import { useAppearance } from '#kit/web/theme.tsx'
import { getConfig } from './config.ts'
import { AccessGuard } from './layout/Guarded.tsx'
import { openSearchWith } from './layout/typed-ahead.ts'
import { useCurrentScreen } from './layout/useScreen.ts'
import { useStoredAppearance } from './layout/useStoredAppearance.ts'
import { ScanHost } from './ScanHost.tsx'
import { LoadingBar } from './Splash.tsx'
import { libraryTextsOfLanguage, loadCounterTexts, loadPageTexts } from './texts.ts'
import { LibraryTheme } from './theme-library.tsx'
import './layout/full-page.css'

/** The signed-in application. Most pages are shown inside the shell, and the views of reports without the shell. */
export function SignedInApp() {
  const { appearance } = useAppearance()
  const fullPage = useCurrentScreen()?.fullPage
  // The saved views are requested in parallel with the session, so that no list has to wait for them.
  useStoredListViews(isMarkedSignedIn())
  const isAppearanceReady = useStoredAppearance()
  // The counter's texts load in the background, because the next page probably needs them.
  useEffect(() => void loadCounterTexts().catch(() => {}), [])
  useEffect(loadRemainingTextsOnDemand, [])
  return (
    <LibraryTheme language={libraryTextsOfLanguage(appearance.language)}>
      <NotifyHost>
        <SessionGate>
          <ScanHost onSearch={fullPage ? undefined : openSearchWith} />
          {!isAppearanceReady ? <LoadingBar /> : fullPage ? <FullPage /> : <Outlet />}
        </SessionGate>
      </NotifyHost>
    </LibraryTheme>
  )
}

/** Loads the texts of all pages, including error texts, at the first error or the first input. */
function loadRemainingTextsOnDemand() {
  setErrorTextLoader(loadPageTexts)
  const firstInput = new AbortController()
  const loadTexts = () => {
    firstInput.abort()
    void loadPageTexts().catch(() => {})
  }
  addEventListener('pointerdown', loadTexts, { signal: firstInput.signal, capture: true })
  addEventListener('keydown', loadTexts, { signal: firstInput.signal, capture: true })
  return () => firstInput.abort()
}

/** Shows the view of a report without the shell, for printing. */
function FullPage() {
  const t = useT()
  const screen = useCurrentScreen()
  return (
    <main className="full-page">
      {screen && <title>{`${t(screen.title)} · ${getConfig().Title}`}</title>}
      <AccessGuard>
        <Outlet />
      </AccessGuard>
    </main>
  )
}
