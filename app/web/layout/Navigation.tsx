import { Menu, type MenuProps } from 'antd'
import { ChevronDownIcon, ChevronRightIcon } from 'lucide-react'
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
  // One group stands open at a time, and stays open while one is at a page that is in none.
  const [open, setOpen] = useState<string | undefined>(groupKey)

  // The group of the page one came to by another way opens too.
  const [lastGroup, setLastGroup] = useState(groupKey)
  if (groupKey !== lastGroup) {
    setLastGroup(groupKey)
    if (groupKey) setOpen(groupKey)
  }

  const top = mode === 'horizontal'
  const itemOf = (item: VisibleEntry | VisibleGroup): Item => {
    if (!isGroup(item)) {
      const count = badges.get(item.path) ?? 0
      const reserved = item.counts?.some((privilege) => session.may(privilege)) ?? false
      return entryItem(item, { t, selected, count, top, reserved })
    }
    const waiting = item.entries.reduce((sum, { path }) => sum + (badges.get(path) ?? 0), 0)
    const folded = top || collapsed || open !== item.key
    // An open group shows the counts at its entries.
    const count = folded ? waiting : 0
    return {
      key: item.key,
      icon: top ? undefined : <Icon name={item.icon} waiting={count > 0} />,
      label: top ? <Dotted text={t(item.title)} count={count} /> : <Counted text={t(item.title)} count={count} />,
      children: item.entries.map((entry) => entryItem(entry, { t, selected, count: badges.get(entry.path) ?? 0 })),
    }
  }

  return (
    <nav aria-label={t('app:navigation')} className={top ? 'shell-top' : 'shell-nav'}>
      <Menu
        mode={mode}
        items={top ? visible.map(itemOf) : parted(visible).flatMap(itemsOf(itemOf))}
        selectedKeys={selected ? [selected] : []}
        inlineIndent={7}
        expandIcon={top ? null : expandIcon}
        overflowedIndicator={
          <span className="shell-more">
            {t('app:nav.more')} <ChevronDownIcon aria-hidden />
          </span>
        }
        // While the menu is collapsed, the library opens and closes its groups beside it.
        {...(mode === 'inline' &&
          !collapsed && {
            openKeys: open ? [open] : [],
            onOpenChange: (keys: string[]) => setOpen(keys.find((key) => key !== open)),
          })}
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

const expandIcon = ({ isOpen }: { isOpen?: boolean }) => (
  <span className="menu-chevron" aria-hidden>
    {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon className="carat-mirrored" />}
  </span>
)

/** The entries of one's own day, the groups, and the settings: a line stands between them. */
function parted(visible: (VisibleEntry | VisibleGroup)[]) {
  const own = visible.filter((item) => !isGroup(item))
  const settings = visible.filter((item) => isGroup(item) && item.key === 'settings')
  const groups = visible.filter((item) => isGroup(item) && item.key !== 'settings')
  return [own, groups, settings].filter((part) => part.length > 0)
}

const itemsOf =
  (itemOf: (item: VisibleEntry | VisibleGroup) => Item) =>
  (part: (VisibleEntry | VisibleGroup)[], at: number): Item[] => [
    ...(at > 0 ? [{ type: 'divider' as const, key: `line ${at}` }] : []),
    ...part.map(itemOf),
  ]

type Shown = { t: T; selected: string | undefined; count: number; top?: boolean; reserved?: boolean }

const entryItem = (
  { path, icon, title, tooltip }: VisibleEntry,
  { t, selected, count, top, reserved }: Shown,
): Item => ({
  key: path,
  icon: icon && !top && <Icon name={icon} waiting={count > 0} />,
  // The native tooltip is shown on hover when the menu is wide, antd's own when it is collapsed.
  title: t(tooltip ?? title),
  label: (
    <Link to={path} tabIndex={-1} aria-current={path === selected ? 'page' : undefined}>
      <Counted text={t(title)} count={count} reserved={reserved} />
    </Link>
  ),
})

/** Collapsed, the menu has only its icons: there a dot says that something waits. */
const Icon = ({ name, waiting }: { name: keyof typeof icons; waiting: boolean }) => (
  <span className="menu-icon" data-waiting={waiting || undefined}>
    {icons[name]}
  </span>
)

/** What waits, behind the words. Its place is kept from the start (`reserved`), so that nothing moves when it arrives. */
function Counted({ text, count, reserved = false }: { text: string; count: number; reserved?: boolean | undefined }) {
  const t = useT()
  if (count === 0 && !reserved) return text
  return (
    <span className="menu-counted">
      <span>{text}</span>
      <span className="menu-count-place">
        {count > 0 && (
          <span className="menu-count">
            <span aria-hidden>{count > 99 ? '99+' : count}</span>
            <span className="visually-hidden">{t('app:nav.waiting', { count })}</span>
          </span>
        )}
      </span>
    </span>
  )
}

/** In the row at the top a group has a dot over its end: that takes no room, so the row stays as it is. */
function Dotted({ text, count }: { text: string; count: number }) {
  const t = useT()
  return (
    <span className="menu-dotted" data-waiting={count > 0 || undefined}>
      {text}
      {count > 0 && <span className="visually-hidden">{t('app:nav.waiting', { count })}</span>}
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
