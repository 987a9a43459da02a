import { Grid, Layout } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useAppearance } from '#kit/web/theme.tsx'
import { Footer } from './Footer.tsx'
import { Guarded } from './Guarded.tsx'
import { Header } from './Header.tsx'
import { Navigation } from './Navigation.tsx'
import { PageHeader } from './PageHeader.tsx'
import { useGoTo } from './useGoTo.ts'
import { usePageFocus } from './usePageFocus.ts'
import { useOwnAppearance, useRestoredAppearance } from './useOwnAppearance.ts'
import './shell.css'

const MenuDrawer = lazy(() => import('./MenuDrawer.tsx'))

const NAV_WIDTH = 250
const NAV_COLLAPSED_WIDTH = 80

/** Header, navigation, page and footer of the signed-in application. */
export function AppShell() {
  const t = useT()
  useRestoredAppearance()
  usePageFocus()
  useGoTo()
  const { dark } = useAppearance()
  const { appearance, change } = useOwnAppearance()
  const [drawer, setDrawer] = useState(false)
  const wide = Grid.useBreakpoint().lg ?? true
  const loading = useNavigation().state !== 'idle'
  const side = wide && appearance.navigation === 'side'

  return (
    <Layout className="shell">
      <a
        className="skip-link"
        href="#main"
        onClick={(event) => {
          // The page has a base address: following "#main" would leave it.
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
      >
        {t('app:skipToContent')}
      </a>
      <Header
        collapsed={appearance.collapsed}
        onToggle={wide ? (side ? () => void change({ collapsed: !appearance.collapsed }) : undefined) : () => setDrawer(true)}
      />
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
            <Navigation mode="inline" />
          </Layout.Sider>
        )}
        <Layout className="shell-page">
          <main id="main" tabIndex={-1}>
            <PageHeader />
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
