import { PlusOutlined } from '@ant-design/icons'
import { Breadcrumb, Button } from 'antd'
import { Link, useLocation, useNavigate } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { type Screen, useRegisteredAction } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { screens } from '../areas.ts'
import { getConfig } from '../config.ts'
import { isGroup, menu } from '../menu.ts'
import { useScreen } from './useScreen.ts'

/** Title, breadcrumb and, where the screen declares one, the add button. */
export function PageHeader() {
  const t = useT()
  const screen = useScreen()
  const { has } = useSession()
  if (!screen) return null
  const title = t(screen.title)
  return (
    <div className="page-header">
      <title>{`${title} · ${getConfig().Title}`}</title>
      <div>
        <Crumbs screen={screen} />
        <h1 tabIndex={-1}>{title}</h1>
      </div>
      {screen.add && has(screen.role) && <AddButton add={screen.add} path={screen.path} />}
    </div>
  )
}

function Crumbs({ screen }: { screen: Screen }) {
  const t = useT()
  const above: Screen[] = []
  for (let path = screen.parent; path; ) {
    const parent = screens.find((other) => other.path === path)
    if (!parent || above.includes(parent)) break
    above.unshift(parent)
    path = parent.parent
  }
  const top = above[0] ?? screen
  const group = menu.find((item) => isGroup(item) && item.entries.some(({ path }) => path === top.path))
  const items = [
    ...(group && isGroup(group) ? [{ key: group.key, title: t(group.title) }] : []),
    // A parent with parameters in its path has no address of its own here.
    ...above.map(({ path, title }) => ({
      key: path,
      title: path.includes(':') ? t(title) : <Link to={path}>{t(title)}</Link>,
    })),
    { key: screen.path, title: <span aria-current="page">{t(screen.title)}</span> },
  ]
  if (items.length < 2) return null
  return (
    <nav aria-label={t('app:breadcrumb')}>
      <Breadcrumb items={items} />
    </nav>
  )
}

function AddButton({ add, path }: { add: NonNullable<Screen['add']>; path: string }) {
  const t = useT()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { may } = useSession()
  const openDialog = useRegisteredAction()
  const allowed = may(add.privilege) && pathname.replace(/\/$/, '') === path
  const ready = 'to' in add || openDialog !== undefined
  const run = () => {
    if ('to' in add) void navigate(add.to)
    else openDialog?.()
  }
  useShortcut('n', add.label, run, { enabled: allowed && ready })
  if (!allowed) return null
  return (
    <Button type="primary" icon={<PlusOutlined />} onClick={run} disabled={!ready} aria-keyshortcuts="n">
      {t(add.label)}
    </Button>
  )
}
