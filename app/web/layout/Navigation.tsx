import { Menu, type MenuProps } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { type T, useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { isGroup, menuFor, type VisibleEntry, type VisibleGroup } from '../menu.ts'
import { allScreens } from '../screens.ts'
import { icons } from './icons.tsx'
import { useBadges } from './useBadges.ts'

type Props = { mode: 'inline' | 'horizontal'; collapsed?: boolean; onNavigate?: () => void }

/** The main menu of the roles that the user has. */
export function Navigation({ mode, collapsed = false, onNavigate }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const session = useSession()
  const { pathname } = useLocation()
  const badges = useBadges()
  const visible = useMemo(() => menuFor(allScreens, session), [session])
  const selected = nearest(visible, pathname)
  const group = visible.find((item) => isGroup(item) && item.entries.some(({ path }) => path === selected))
  const groupKey = group && isGroup(group) ? group.key : undefined
  const [open, setOpen] = useState<string[]>(groupKey ? [groupKey] : [])

  // The group of the page one came to by another way opens too.
  const [lastGroup, setLastGroup] = useState(groupKey)
  if (groupKey !== lastGroup) {
    setLastGroup(groupKey)
    if (groupKey && !open.includes(groupKey)) setOpen([...open, groupKey])
  }

  const itemOf = (item: VisibleEntry | VisibleGroup): Item => {
    if (!isGroup(item)) return entryItem(item, { t, selected, count: badges.get(item.path) ?? 0 })
    const waiting = item.entries.reduce((sum, { path }) => sum + (badges.get(path) ?? 0), 0)
    const folded = mode === 'horizontal' || collapsed || !open.includes(item.key)
    return {
      key: item.key,
      icon: icons[item.icon],
      // An open group shows the counts at its entries.
      label: <Counted text={t(item.title)} count={folded ? waiting : 0} />,
      children: item.entries.map(itemOf),
    }
  }

  return (
    <nav aria-label={t('app:navigation')} className={mode === 'horizontal' ? 'shell-top' : undefined}>
      <Menu
        mode={mode}
        items={visible.map(itemOf)}
        selectedKeys={selected ? [selected] : []}
        // While the menu is collapsed, the library opens and closes its groups beside it.
        {...(mode === 'inline' && !collapsed && { openKeys: open, onOpenChange: setOpen })}
        onClick={({ key, domEvent }) => {
          // A click already follows the link inside (and Ctrl+click opens a tab); keys do not.
          if (domEvent.type === 'keydown') void navigate(key)
          onNavigate?.()
        }}
      />
    </nav>
  )
}

type Item = NonNullable<MenuProps['items']>[number]

const entryItem = (
  { path, icon, title, tooltip }: VisibleEntry,
  { t, selected, count }: { t: T; selected: string | undefined; count: number },
): Item => ({
  key: path,
  icon: icon && icons[icon],
  // The native tooltip is shown on hover when the menu is wide, antd's own when it is collapsed.
  title: t(tooltip ?? title),
  label: (
    <Link to={path} tabIndex={-1} aria-current={path === selected ? 'page' : undefined}>
      <Counted text={t(title)} count={count} />
    </Link>
  ),
})

function Counted({ text, count }: { text: string; count: number }) {
  const t = useT()
  if (count === 0) return text
  return (
    <span className="menu-counted">
      <span>{text}</span>
      <span className="menu-count">
        <span aria-hidden>{count > 99 ? '99+' : count}</span>
        <span className="visually-hidden">{t('app:nav.waiting', { count })}</span>
      </span>
    </span>
  )
}

/** The entry whose path is the longest beginning of the address: the list stays marked while a record is open. */
function nearest(visible: (VisibleEntry | VisibleGroup)[], pathname: string) {
  const paths = visible.flatMap((item) => (isGroup(item) ? item.entries.map(({ path }) => path) : [item.path]))
  return paths
    .filter((path) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.length - a.length)[0]
}
