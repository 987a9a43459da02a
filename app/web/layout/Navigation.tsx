import { Menu, type MenuProps } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { type T, useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { screens } from '../areas.ts'
import { homeScreen } from '../home.ts'
import { isGroup, menuFor, type ShownEntry, type ShownGroup } from '../menu.ts'
import { icons } from './icons.tsx'

type Props = { mode: 'inline' | 'horizontal'; onNavigate?: () => void }

/** The main menu of the roles that the user has. */
export function Navigation({ mode, onNavigate }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const session = useSession()
  const { pathname } = useLocation()
  const shown = useMemo(() => menuFor([homeScreen, ...screens], session), [session])
  const selected = nearest(shown, pathname)
  const group = shown.find((item) => isGroup(item) && item.entries.some(({ path }) => path === selected))
  const groupKey = group && isGroup(group) ? group.key : undefined
  const [open, setOpen] = useState<string[]>(groupKey ? [groupKey] : [])

  // The group of the page one came to by another way opens too.
  const [lastGroup, setLastGroup] = useState(groupKey)
  if (groupKey !== lastGroup) {
    setLastGroup(groupKey)
    if (groupKey && !open.includes(groupKey)) setOpen([...open, groupKey])
  }

  return (
    <nav aria-label={t('app:navigation')} className={mode === 'horizontal' ? 'shell-top' : undefined}>
      <Menu
        mode={mode}
        items={shown.map((item) => itemOf(item, t, selected))}
        selectedKeys={selected ? [selected] : []}
        {...(mode === 'inline' && { openKeys: open, onOpenChange: setOpen })}
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

const itemOf = (item: ShownEntry | ShownGroup, t: T, selected: string | undefined): Item =>
  isGroup(item)
    ? {
        key: item.key,
        icon: icons[item.icon],
        label: t(item.title),
        children: item.entries.map((entry) => itemOf(entry, t, selected)),
      }
    : {
        key: item.path,
        icon: item.icon && icons[item.icon],
        // The native tooltip is shown on hover when the menu is wide, antd's own when it is collapsed.
        title: t(item.tooltip ?? item.title),
        label: (
          <Link to={item.path} tabIndex={-1} aria-current={item.path === selected ? 'page' : undefined}>
            {t(item.title)}
          </Link>
        ),
      }

/** The entry whose path is the longest beginning of the address: the list stays marked while a record is open. */
function nearest(shown: (ShownEntry | ShownGroup)[], pathname: string) {
  const paths = shown.flatMap((item) => (isGroup(item) ? item.entries.map(({ path }) => path) : [item.path]))
  return paths
    .filter((path) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.length - a.length)[0]
}
