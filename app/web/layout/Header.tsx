import { Button, Grid, Layout } from 'antd'
import { MenuIcon, PanelLeftCloseIcon, PanelLeftOpenIcon, SearchIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { dashboardPath } from '#areas/dashboard/paths.ts'
import { useT } from '#kit/web/i18n.ts'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { getConfig } from '../config.ts'
import { Brand } from './Brand.tsx'
import { NotificationsButton } from './NotificationsButton.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'
import type { Panel } from './panels.ts'
import { keepTyped, takeTyped } from './typed-ahead.ts'

// Opened now and then, so not part of the first load.
const Palette = lazy(async () => ({ default: (await import('./palette/Palette.tsx')).Palette }))
const AppearanceDrawer = lazy(async () => ({ default: (await import('./AppearanceDrawer.tsx')).AppearanceDrawer }))
const ShortcutSheet = lazy(async () => ({ default: (await import('./ShortcutSheet.tsx')).ShortcutSheet }))
const LedgerBadge = lazy(async () => ({ default: (await import('#areas/expiry/web/LedgerBadge.tsx')).LedgerBadge }))
const NotificationsDrawer = lazy(async () => ({
  default: (await import('./NotificationsDrawer.tsx')).NotificationsDrawer,
}))

type Props = { collapsed: boolean; onToggle: (() => void) | undefined }

export function Header({ collapsed, onToggle }: Props) {
  const t = useT()
  const wide = Grid.useBreakpoint().lg ?? true
  const [open, setOpen] = useState<Panel>()
  // Mounted once opened and then left, so that closing is animated.
  const [opened, setOpened] = useState<readonly Panel[]>([])
  const show = (which: Panel) => {
    if (which === 'palette' && open !== 'palette') keepTyped()
    setOpened((before) => (before.includes(which) ? before : [...before, which]))
    setOpen(which)
  }
  const close = () => {
    takeTyped()
    setOpen(undefined)
  }
  useShortcut('/', 'app:palette.open', () => show('palette'), { group: 'everywhere' })
  useShortcut('mod+k', 'app:palette.open', () => show('palette'), { whileTyping: true, group: 'everywhere' })
  useShortcut('?', 'app:shortcut.sheet', () => show('shortcuts'), { group: 'everywhere' })

  return (
    <Layout.Header className="shell-header">
      {onToggle && (
        <Button
          type="text"
          icon={wide ? collapsed ? <PanelLeftOpenIcon /> : <PanelLeftCloseIcon /> : <MenuIcon />}
          aria-label={t(wide ? (collapsed ? 'app:nav.expand' : 'app:nav.collapse') : 'app:nav.open')}
          aria-expanded={wide ? !collapsed : undefined}
          onClick={onToggle}
        />
      )}
      <Link to={dashboardPath()} className="shell-home">
        <Brand title={getConfig().Title} />
      </Link>
      <button type="button" className="shell-search" onClick={() => show('palette')} aria-keyshortcuts="/ Control+K">
        <SearchIcon aria-hidden="true" />
        <span>{t('app:palette.open')}</span>
        <span aria-hidden="true" className="key">
          /
        </span>
      </button>
      {wide && (
        <Suspense fallback={null}>
          <LedgerBadge />
        </Suspense>
      )}
      <NotificationsButton onOpen={() => show('notifications')} />
      <ProfileMenu onAppearance={() => show('appearance')} onShortcuts={() => show('shortcuts')} />
      <Suspense fallback={null}>
        {opened.includes('palette') && <Palette open={open === 'palette'} onClose={close} onShow={show} />}
        {opened.includes('notifications') && <NotificationsDrawer open={open === 'notifications'} onClose={close} />}
        {opened.includes('appearance') && <AppearanceDrawer open={open === 'appearance'} onClose={close} />}
        {opened.includes('shortcuts') && <ShortcutSheet open={open === 'shortcuts'} onClose={close} />}
      </Suspense>
    </Layout.Header>
  )
}
