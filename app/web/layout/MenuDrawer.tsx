import { Button, Drawer } from 'antd'
import { useNavigate } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { useAppearance } from '#kit/web/theme.tsx'
import { getConfig } from '../config.ts'
import { ProductBrand } from './Brand.tsx'
import { Footer } from './Footer.tsx'
import { Navigation } from './Navigation.tsx'
import { listNewMenuEntriesForSession } from './new-entries.ts'

/** The main menu as a drawer, for windows too narrow for a side menu. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { appearance } = useAppearance()
  return (
    <Drawer
      open={open}
      onClose={onClose}
      size={300}
      className="menu-drawer"
      placement={appearance.direction === 'rtl' ? 'right' : 'left'}
      title={<ProductBrand title={getConfig().Title} />}
      styles={{ body: { padding: 8 }, header: { padding: '12px 16px' } }}
    >
      <NewEntryButtons onDone={onClose} />
      <Navigation mode="inline" onNavigate={onClose} />
      <Footer />
    </Drawer>
  )
}

/** The entries of the New menu, shown in the drawer because the header is too narrow for its button. */
function NewEntryButtons({ onDone }: { onDone: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const newEntries = listNewMenuEntriesForSession(useSession())
  if (newEntries.length === 0) return null
  return (
    <div className="menu-news">
      {newEntries.map(({ label, path, icon: Icon }) => (
        <Button
          key={path}
          block
          size="large"
          icon={<Icon />}
          onClick={() => {
            onDone()
            void navigate(path)
          }}
        >
          {t(label)}
        </Button>
      ))}
    </div>
  )
}
