import { Button, Drawer } from 'antd'
import { useNavigate } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { useAppearance } from '#kit/web/theme.tsx'
import { getConfig } from '../config.ts'
import { Brand } from './Brand.tsx'
import { Footer } from './Footer.tsx'
import { Navigation } from './Navigation.tsx'
import { newsFor } from './news.ts'

/** The main menu where the window has no room for it beside the page. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { appearance } = useAppearance()
  return (
    <Drawer
      open={open}
      onClose={onClose}
      size={300}
      className="menu-drawer"
      placement={appearance.direction === 'rtl' ? 'right' : 'left'}
      title={<Brand title={getConfig().Title} />}
      styles={{ body: { padding: 8 }, header: { padding: '12px 16px' } }}
    >
      <News onDone={onClose} />
      <Navigation mode="inline" onNavigate={onClose} />
      <Footer />
    </Drawer>
  )
}

/** Where the bar has no room for New, it stands at the head of the menu. */
function News({ onDone }: { onDone: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const news = newsFor(useSession())
  if (news.length === 0) return null
  return (
    <div className="menu-news">
      {news.map(({ label, path, icon: Icon }) => (
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
