import { Button, Grid, Layout } from 'antd'
import { PanelLeftCloseIcon, PanelLeftOpenIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useAppearance } from '#kit/web/theme.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { FirstStepsNotice } from './FirstStepsNotice.tsx'
import { Footer } from './Footer.tsx'
import { AccessGuard } from './Guarded.tsx'
import { Header } from './Header.tsx'
import { Navigation } from './Navigation.tsx'
import { PageHeader } from './PageHeader.tsx'
import { UnknownPathNote } from './UnknownPathNote.tsx'
import { useFrequentShortcuts, useGoToShortcuts } from './useGoTo.ts'
import { useRecordVisitTracking } from './useRecentRecords.ts'
import './shell.css'

const MenuDrawer = lazy(async () => ({ default: (await import('./MenuDrawer.tsx')).MenuDrawer }))

const NAV_WIDTH = 250
const NAV_COLLAPSED_WIDTH = 80

/** Header, navigation, page and footer of the signed-in application. */
export function AppShell() {
  const t = useT()
  usePageFocus()
  useGoToShortcuts()
  useFrequentShortcuts()
  useRecordVisitTracking()
  const { appearance } = useAppearance()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { lg: isWide = true } = Grid.useBreakpoint()
  const loading = useNavigation().state !== 'idle'
  const isSideMenu = isWide && appearance.navigation === 'side'

  return (
    <Layout className="shell">
      <Link
        className="skip-link"
        to={{ hash: 'main' }}
        onClick={(event) => {
          // The skip link moves only the focus and leaves the URL unchanged.
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
      >
        {t('app:skipToContent')}
      </Link>
      <Header onMenu={isWide ? undefined : () => setMenuOpen(true)} />
      <ConnectionBanner />
      {loading && <div className="loading-bar" role="progressbar" aria-label={t('app:loading')} />}
      {isWide && !isSideMenu && <Navigation mode="horizontal" />}
      <Layout hasSider={isSideMenu}>
        {isSideMenu && <SideMenu />}
        <Layout className="shell-page">
          <main id="main" tabIndex={-1}>
            <AccessGuard>
              <PageHeader />
              <UnknownPathNote />
              <FirstStepsNotice />
              <Outlet />
            </AccessGuard>
          </main>
          {!isSideMenu && <Footer />}
        </Layout>
      </Layout>
      {!isWide && (
        <Suspense fallback={null}>
          <MenuDrawer open={isMenuOpen} onClose={() => setMenuOpen(false)} />
        </Suspense>
      )}
      <ScrollRestoration />
    </Layout>
  )
}

/** The main menu at the side of the page. On windows of medium width it shows only icons, to leave room for lists. */
function SideMenu() {
  const t = useT()
  const { appearance, dark, change } = useAppearance()
  const { xl: isDesktop = true } = Grid.useBreakpoint()
  const collapsed = appearance.collapsed || !isDesktop
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
        {isDesktop && (
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

/** Focuses the heading after a navigation, so that screen readers announce the page. */
function usePageFocus() {
  const { pathname } = useLocation()
  const lastPathname = useRef(pathname)
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    // The focus does not move if the page has already focused one of its fields.
    const main = document.getElementById('main')
    if (!main?.contains(document.activeElement)) main?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [pathname])
}
