import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Grid, Layout } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { getConfig } from '../config.ts'
import { Brand } from './Brand.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'

// Opened now and then, so not part of the first load.
const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }))
const AppearanceDrawer = lazy(async () => ({ default: (await import('./AppearanceDrawer.tsx')).AppearanceDrawer }))
const ShortcutSheet = lazy(async () => ({ default: (await import('./ShortcutSheet.tsx')).ShortcutSheet }))

type Open = 'palette' | 'appearance' | 'shortcuts'
type Props = { collapsed: boolean; onToggle: (() => void) | undefined }

export function Header({ collapsed, onToggle }: Props) {
  const t = useT()
  const wide = Grid.useBreakpoint().lg ?? true
  const [open, setOpen] = useState<Open>()
  // Mounted once opened and then left, so that closing is animated.
  const [opened, setOpened] = useState<readonly Open[]>([])
  const show = (which: Open) => {
    setOpened((before) => (before.includes(which) ? before : [...before, which]))
    setOpen(which)
  }
  const close = () => setOpen(undefined)
  useShortcut('/', 'app:shortcut.search', () => show('palette'))
  useShortcut('mod+k', 'app:shortcut.search', () => show('palette'), { whileTyping: true })
  useShortcut('?', 'app:shortcut.sheet', () => show('shortcuts'))

  return (
    <Layout.Header className="shell-header">
      {onToggle && (
        <Button
          type="text"
          icon={wide ? collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined /> : <MenuOutlined />}
          aria-label={t(wide ? (collapsed ? 'app:nav.expand' : 'app:nav.collapse') : 'app:nav.open')}
          aria-expanded={wide ? !collapsed : undefined}
          onClick={onToggle}
        />
      )}
      <Link to="/dashboard" className="shell-home">
        <Brand title={getConfig().Title} />
      </Link>
      <button type="button" className="shell-search" onClick={() => show('palette')} aria-keyshortcuts="/ Control+K">
        <SearchOutlined aria-hidden="true" />
        <span>{t('app:palette.open')}</span>
        <span aria-hidden="true" className="key">
          /
        </span>
      </button>
      <ProfileMenu onAppearance={() => show('appearance')} onShortcuts={() => show('shortcuts')} />
      <Suspense fallback={null}>
        {opened.includes('palette') && <Palette open={open === 'palette'} onClose={close} />}
        {opened.includes('appearance') && <AppearanceDrawer open={open === 'appearance'} onClose={close} />}
        {opened.includes('shortcuts') && <ShortcutSheet open={open === 'shortcuts'} onClose={close} />}
      </Suspense>
    </Layout.Header>
  )
}
