import { Button, Grid, Layout } from 'antd'
import { MenuIcon, SearchIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { dashboardPath } from '#areas/dashboard/paths.ts'
import { LedgerDifferencesBadge } from '#areas/expiry/web/LedgerBadge.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { getConfig } from '../config.ts'
import { ProductBrand } from './Brand.tsx'
import { NewMenu } from './NewMenu.tsx'
import { NotificationsButton } from './NotificationsButton.tsx'
import { PageHelp } from './PageHelp.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'
import type { HeaderPanel } from './panels.ts'
import { captureTyping, endTypingCapture, setSearchOpener } from './typed-ahead.ts'
import { useCurrentScreen } from './useScreen.ts'

// The panels of the header are loaded on demand, because users rarely open them.
const Palette = lazy(async () => ({ default: (await import('./palette/Palette.tsx')).SearchPalette }))
const AppearanceDrawer = lazy(async () => ({ default: (await import('./AppearanceDrawer.tsx')).AppearanceDrawer }))
const ShortcutSheet = lazy(async () => ({ default: (await import('./ShortcutSheet.tsx')).ShortcutSheet }))
const NotificationsDrawer = lazy(async () => ({
  default: (await import('./NotificationsDrawer.tsx')).NotificationsDrawer,
}))

/** The header bar: brand, search, New menu, help, notifications and profile. */
export function Header({ onMenu }: { onMenu: (() => void) | undefined }) {
  const t = useT()
  const screen = useCurrentScreen()
  const { isHQ } = useSession()
  const isTablet = Grid.useBreakpoint().md ?? true
  const [openPanel, setOpenPanel] = useState<HeaderPanel>()
  // A panel stays mounted once it was opened, so that its closing can be animated.
  const [mountedPanels, setMountedPanels] = useState<readonly HeaderPanel[]>([])
  const show = (panel: HeaderPanel) => {
    if (panel === 'palette' && openPanel !== 'palette') captureTyping()
    setMountedPanels((before) => (before.includes(panel) ? before : [...before, panel]))
    setOpenPanel(panel)
  }
  const close = () => {
    endTypingCapture()
    setOpenPanel(undefined)
  }
  const search = useEffectEvent(() => show('palette'))
  useEffect(() => {
    setSearchOpener(() => search())
    return () => setSearchOpener(undefined)
  }, [])
  useShortcut('/', 'app:palette.open', () => show('palette'), { group: 'everywhere' })
  useShortcut('mod+k', 'app:palette.open', () => show('palette'), { whileTyping: true, group: 'everywhere' })
  useShortcut('?', 'app:shortcut.sheet', () => show('shortcuts'), { group: 'everywhere' })

  return (
    <Layout.Header className="shell-header">
      {onMenu && <Button type="text" icon={<MenuIcon aria-hidden />} aria-label={t('app:nav.open')} onClick={onMenu} />}
      <Link to={dashboardPath()} className="shell-home">
        <ProductBrand title={getConfig().Title} />
      </Link>
      <button
        type="button"
        className="shell-search"
        onClick={() => show('palette')}
        aria-keyshortcuts="/ Control+K"
        aria-label={t('app:palette.open')}
      >
        <SearchIcon aria-hidden />
        <span className="shell-search-text">{t('app:palette.open')}</span>
        <span aria-hidden className="key">
          /
        </span>
      </button>
      <span className="shell-gap" />
      {isHQ && <LedgerDifferencesBadge />}
      {isTablet && <NewMenu />}
      {isTablet && <span className="shell-help">{screen && <PageHelp key={screen.path} screen={screen} />}</span>}
      <NotificationsButton onOpen={() => show('notifications')} />
      <ProfileMenu onAppearance={() => show('appearance')} onShortcuts={() => show('shortcuts')} />
      <Suspense fallback={null}>
        {mountedPanels.includes('palette') && <Palette open={openPanel === 'palette'} onClose={close} onShow={show} />}
        {mountedPanels.includes('notifications') && (
          <NotificationsDrawer open={openPanel === 'notifications'} onClose={close} />
        )}
        {mountedPanels.includes('appearance') && <AppearanceDrawer open={openPanel === 'appearance'} onClose={close} />}
        {mountedPanels.includes('shortcuts') && <ShortcutSheet open={openPanel === 'shortcuts'} onClose={close} />}
      </Suspense>
    </Layout.Header>
  )
}
