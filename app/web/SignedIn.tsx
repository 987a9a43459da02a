import { Outlet } from 'react-router'
import { SessionGate } from '#areas/access/web/SessionGate.tsx'
import { NotifyHost } from '#kit/web/notify.tsx'
import { useAppearance } from '#kit/web/theme.tsx'
import { LibraryTheme } from '#kit/web/theme-library.tsx'
import { startChoices } from './choices.ts'
import { FullPage } from './layout/FullPage.tsx'
import { useScreen } from './layout/useScreen.ts'
import { libraryLanguage } from './texts.ts'

startChoices()

/** Everything behind the sign-in; the shell is drawn by its own route, report views stand alone. */
export function SignedIn() {
  const { appearance } = useAppearance()
  const fullPage = useScreen()?.fullPage
  return (
    <LibraryTheme language={libraryLanguage(appearance.language)}>
      <NotifyHost>
        <SessionGate>{fullPage ? <FullPage /> : <Outlet />}</SessionGate>
      </NotifyHost>
    </LibraryTheme>
  )
}
