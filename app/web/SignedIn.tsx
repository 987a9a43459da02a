import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { SessionGate } from '#areas/access/web/SessionGate.tsx'
import { isMarkedSignedIn } from '#areas/access/web/stored.ts'
import { setErrorTextLoader } from '#kit/web/call.ts'
import { NotifyHost } from '#kit/web/notify.tsx'
import './print.css'
import { useT } from '#kit/web/i18n.ts'
import { useStoredLists } from '#kit/web/table/views.ts'
import { useAppearance } from '#kit/web/theme.tsx'
import { getConfig } from './config.ts'
import { Guarded } from './layout/Guarded.tsx'
import { openSearchWith } from './layout/typed-ahead.ts'
import { useScreen } from './layout/useScreen.ts'
import { useStoredAppearance } from './layout/useStoredAppearance.ts'
import { ScanHost } from './ScanHost.tsx'
import { Splash } from './Splash.tsx'
import { libraryLanguage, loadCounterTexts, loadPageTexts } from './texts.ts'
import { LibraryTheme } from './theme-library.tsx'
import './layout/full-page.css'

/** The signed-in application. Most pages are shown inside the shell, and the views of reports without the shell. */
export function SignedIn() {
  const { appearance } = useAppearance()
  const fullPage = useScreen()?.fullPage
  // The saved views are requested in parallel with the session, so that no list has to wait for them.
  useStoredLists(isMarkedSignedIn())
  const isAppearanceReady = useStoredAppearance()
  // The counter's texts load in the background, because the next page probably needs them.
  useEffect(() => void loadCounterTexts().catch(() => {}), [])
  useEffect(loadRemainingTextsOnDemand, [])
  return (
    <LibraryTheme language={libraryLanguage(appearance.language)}>
      <NotifyHost>
        <SessionGate>
          <ScanHost onSearch={fullPage ? undefined : openSearchWith} />
          {!isAppearanceReady ? <Splash /> : fullPage ? <FullPage /> : <Outlet />}
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
