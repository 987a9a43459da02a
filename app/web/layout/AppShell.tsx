import { Button, Grid, Layout } from 'antd'
import { PanelLeftCloseIcon, PanelLeftOpenIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useAppearance } from '#kit/web/theme.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { FirstStepsNotice } from './FirstStepsNotice.tsx'
import { Footer } from './Footer.tsx'
import { Guarded } from './Guarded.tsx'
import { Header } from './Header.tsx'
import { Navigation } from './Navigation.tsx'
import { NotHereNote } from './NotHereNote.tsx'
import { PageHeader } from './PageHeader.tsx'
import { useDayKeys, useGoTo } from './useGoTo.ts'
import { useNotedRecords } from './useRecentRecords.ts'
import './shell.css'

const MenuDrawer = lazy(async () => ({ default: (await import('./MenuDrawer.tsx')).MenuDrawer }))

const NAV_WIDTH = 250
const NAV_COLLAPSED_WIDTH = 80

/** Header, navigation, page and footer of the signed-in application. */
export function AppShell() {
  const t = useT()
  usePageFocus()
  useGoTo()
  useDayKeys()
  useNotedRecords()
  const { appearance } = useAppearance()
  const [drawer, setDrawer] = useState(false)
  const { lg: wide = true } = Grid.useBreakpoint()
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
      <Header onMenu={wide ? undefined : () => setDrawer(true)} />
      <ConnectionBanner />
      {loading && <div className="loading-bar" role="progressbar" aria-label={t('app:loading')} />}
      {wide && !side && <Navigation mode="horizontal" />}
      <Layout hasSider={side}>
        {side && <SideMenu />}
        <Layout className="shell-page">
          <main id="main" tabIndex={-1}>
            <Guarded>
              <PageHeader />
              <NotHereNote />
              <FirstStepsNotice />
              <Outlet />
            </Guarded>
          </main>
          {!side && <Footer />}
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

/** The menu beside the page. On a small screen it keeps to its icons, so that a list has its room. */
function SideMenu() {
  const t = useT()
  const { appearance, dark, change } = useAppearance()
  const { xl: roomy = true } = Grid.useBreakpoint()
  const collapsed = appearance.collapsed || !roomy
  return (
    <Layout.Sider
      className="shell-side"
      width={NAV_WIDTH}
      collapsedWidth={NAV_COLLAPSED_WIDTH}
      collapsed={collapsed}
      trigger={null}
      theme={dark ? 'dark' : 'light'}
    >
      <Navigation mode="inline" collapsed={collapsed} />
      <div className="shell-side-foot">
        {!collapsed && <Footer />}
        {roomy && (
          <Button
            type="text"
            size="small"
            icon={
              collapsed ? (
                <PanelLeftOpenIcon className="carat-mirrored" aria-hidden />
              ) : (
                <PanelLeftCloseIcon className="carat-mirrored" aria-hidden />
              )
            }
            aria-label={t(collapsed ? 'app:nav.expand' : 'app:nav.collapse')}
            title={t(collapsed ? 'app:nav.expand' : 'app:nav.collapse')}
            aria-expanded={!collapsed}
            onClick={() => void change({ collapsed: !collapsed })}
          />
        )}
      </div>
    </Layout.Sider>
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
