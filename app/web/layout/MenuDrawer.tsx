import { Drawer } from 'antd'
import { useAppearance } from '#kit/web/theme.tsx'
import { getConfig } from '../config.ts'
import { Brand } from './Brand.tsx'
import { Navigation } from './Navigation.tsx'

/** The main menu where the window has no room for it beside the page. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { appearance } = useAppearance()
  return (
    <Drawer
      open={open}
      onClose={onClose}
      size={280}
      placement={appearance.direction === 'rtl' ? 'right' : 'left'}
      title={<Brand title={getConfig().Title} />}
      styles={{ body: { padding: 8 } }}
    >
      <Navigation mode="inline" onNavigate={onClose} />
    </Drawer>
  )
}
