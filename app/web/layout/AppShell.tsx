import { Grid, Layout } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useAppearance } from '#kit/web/theme.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { Footer } from './Footer.tsx'
import { Guarded } from './Guarded.tsx'
import { Header } from './Header.tsx'
import { Navigation } from './Navigation.tsx'
import { PageHeader } from './PageHeader.tsx'
import { useGoTo } from './useGoTo.ts'
import { useNotedRecords } from './useRecentRecords.ts'
import './shell.css'

// Of a new company only, so not part of the first load.
const FirstStepsNotice = lazy(async () => ({ default: (await import('./FirstStepsNotice.tsx')).FirstStepsNotice }))
const MenuDrawer = lazy(async () => ({ default: (await import('./MenuDrawer.tsx')).MenuDrawer }))

const NAV_WIDTH = 250
const NAV_COLLAPSED_WIDTH = 80

/** Header, navigation, page and footer of the signed-in application. */
export function AppShell() {
  const t = useT()
  usePageFocus()
  useGoTo()
  useNotedRecords()
  const { appearance, dark, change } = useAppearance()
  const [drawer, setDrawer] = useState(false)
  const wide = Grid.useBreakpoint().lg ?? true
  const loading = useNavigation().state !== 'idle'
  const side = wide && appearance.navigation === 'side'

  return (
    <Layout className="shell">
      <Link
        className="skip-link"
        to={{ hash: 'main' }}
        onClick={(event) => {
          // The focus is what counts; the address need not tell of it.
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
      >
        {t('app:skipToContent')}
      </Link>
      <Header
        collapsed={appearance.collapsed}
        onToggle={
          wide ? (side ? () => void change({ collapsed: !appearance.collapsed }) : undefined) : () => setDrawer(true)
        }
      />
      <ConnectionBanner />
      {loading && <div className="loading-bar" role="progressbar" aria-label={t('app:loading')} />}
      {wide && !side && <Navigation mode="horizontal" />}
      <Layout hasSider={side}>
        {side && (
          <Layout.Sider
            className="shell-side"
            width={NAV_WIDTH}
            collapsedWidth={NAV_COLLAPSED_WIDTH}
            collapsed={appearance.collapsed}
            trigger={null}
            theme={dark ? 'dark' : 'light'}
          >
            <Navigation mode="inline" collapsed={appearance.collapsed} />
          </Layout.Sider>
        )}
        <Layout className="shell-page">
          <main id="main" tabIndex={-1}>
            <PageHeader />
            <Suspense fallback={null}>
              <FirstStepsNotice />
            </Suspense>
            <Guarded>
              <Outlet />
            </Guarded>
          </main>
          <Footer />
        </Layout>
      </Layout>
      {!wide && (
        <Suspense fallback={null}>
          <MenuDrawer open={drawer} onClose={() => setDrawer(false)} />
        </Suspense>
      )}
      <ScrollRestoration />
    </Layout>
  )
}

/** After going to another page its heading gets the focus, so that a screen reader says where one is. */
function usePageFocus() {
  const { pathname } = useLocation()
  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    // A page that puts the focus into its own field knows better.
    const main = document.getElementById('main')
    if (!main?.contains(document.activeElement)) main?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [pathname])
}
