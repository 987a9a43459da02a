import { Menu, type MenuProps } from 'antd'
import { ChevronDownIcon, ChevronRightIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { type TranslateFunction, useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { isMenuGroup, type VisibleMenuEntry, type VisibleMenuGroup, visibleMenu } from '../menu.ts'
import { allScreens } from '../screens.ts'
import { menuIcons } from './icons.tsx'
import { useMenuCounts } from './useBadges.ts'

type Props = { mode: 'inline' | 'horizontal'; collapsed?: boolean; onNavigate?: () => void }

/** The main menu with the pages that the user's roles open. */
export function Navigation({ mode, collapsed = false, onNavigate }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const session = useSession()
  const { pathname } = useLocation()
  const badges = useMenuCounts()
  const visible = useMemo(() => visibleMenu(allScreens, session), [session])
  const selected = currentPathOf(visible, pathname)
  const group = visible.find((item) => isMenuGroup(item) && item.entries.some(({ path }) => path === selected))
  const groupKey = group && isMenuGroup(group) ? group.key : undefined
  // Only one group of the menu is open at a time. It stays open on pages that belong to no group.
  const [openGroup, setOpenGroup] = useState<string | undefined>(groupKey)

  // Opens the menu group of a page that the user reached without the menu.
  const [lastGroup, setLastGroup] = useState(groupKey)
  if (groupKey !== lastGroup) {
    setLastGroup(groupKey)
    if (groupKey) setOpenGroup(groupKey)
  }

  const isTop = mode === 'horizontal'
  const itemOf = (item: VisibleMenuEntry | VisibleMenuGroup): Item => {
    if (!isMenuGroup(item)) {
      const count = badges.get(item.path) ?? 0
      const reserved = item.counts?.some((privilege) => session.may(privilege)) ?? false
      return entryItem(item, { t, selected, count, top: isTop, reserved })
    }
    const groupCount = item.entries.reduce((sum, { path }) => sum + (badges.get(path) ?? 0), 0)
    const isCollapsed = isTop || collapsed || openGroup !== item.key
    // An open menu group shows no count itself, because its entries show their counts.
    const count = isCollapsed ? groupCount : 0
    return {
      key: item.key,
      icon: isTop ? undefined : <Icon name={item.icon} waiting={count > 0} />,
      label: isTop ? (
        <LabelWithDot text={t(item.title)} count={count} />
      ) : (
        <LabelWithCount text={t(item.title)} count={count} />
      ),
      children: item.entries.map((entry) => entryItem(entry, { t, selected, count: badges.get(entry.path) ?? 0 })),
    }
  }

  return (
    <nav aria-label={t('app:navigation')} className={isTop ? 'shell-top' : 'shell-nav'}>
      <Menu
        mode={mode}
        items={isTop ? visible.map(itemOf) : menuSections(visible).flatMap(itemsOf(itemOf))}
        selectedKeys={selected ? [selected] : []}
        inlineIndent={7}
        expandIcon={isTop ? null : expandIcon}
        overflowedIndicator={
          <span className="shell-more">
            {t('app:nav.more')} <ChevronDownIcon aria-hidden />
          </span>
        }
        // In a collapsed menu antd controls the popups of the groups.
        {...(mode === 'inline' &&
          !collapsed && {
            openKeys: openGroup ? [openGroup] : [],
            onOpenChange: (keys: string[]) => setOpenGroup(keys.find((key) => key !== openGroup)),
          })}
        onClick={({ key, domEvent }) => {
          // The handler follows the link of an entry on a key press, because only a click follows the link itself.
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

/** Splits the menu into single entries, groups and settings. Dividers separate these parts. */
function menuSections(visible: (VisibleMenuEntry | VisibleMenuGroup)[]) {
  const singleEntries = visible.filter((item) => !isMenuGroup(item))
  const settings = visible.filter((item) => isMenuGroup(item) && item.key === 'settings')
  const groups = visible.filter((item) => isMenuGroup(item) && item.key !== 'settings')
  return [singleEntries, groups, settings].filter((part) => part.length > 0)
}

const itemsOf =
  (itemOf: (item: VisibleMenuEntry | VisibleMenuGroup) => Item) =>
  (part: (VisibleMenuEntry | VisibleMenuGroup)[], index: number): Item[] => [
    ...(index > 0 ? [{ type: 'divider' as const, key: `line ${index}` }] : []),
    ...part.map(itemOf),
  ]

type EntryState = {
  t: TranslateFunction
  selected: string | undefined
  count: number
  top?: boolean
  reserved?: boolean
}

/** Scrolls a long menu to the entry of the current page. A function of its own, so that React calls it once per entry. */
const scrollToEntry = (link: HTMLElement | null) => link?.closest('li')?.scrollIntoView({ block: 'nearest' })

const entryItem = (
  { path, icon, title, tooltip }: VisibleMenuEntry,
  { t, selected, count, top: isTop, reserved }: EntryState,
): Item => ({
  key: path,
  icon: icon && !isTop && <Icon name={icon} waiting={count > 0} />,
  // The tooltip of a menu entry, which the browser shows in the wide menu and antd in the collapsed menu.
  title: t(tooltip ?? title),
  label: (
    <Link
      ref={path === selected ? scrollToEntry : undefined}
      to={path}
      tabIndex={-1}
      aria-current={path === selected ? 'page' : undefined}
    >
      <LabelWithCount text={t(title)} count={count} reserved={reserved} />
    </Link>
  ),
})

/** Shows the icon of a menu entry with a dot for pending items, for the collapsed menu. */
const Icon = ({ name, waiting }: { name: keyof typeof menuIcons; waiting: boolean }) => (
  <span className="menu-icon" data-waiting={waiting || undefined}>
    {menuIcons[name]}
  </span>
)

/** Shows the label of a menu entry with its count of pending items. `reserved` keeps space for a count that loads later. */
function LabelWithCount({
  text,
  count,
  reserved = false,
}: {
  text: string
  count: number
  reserved?: boolean | undefined
}) {
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

/** Shows a group of the top menu with a dot for pending items. The dot takes no extra width. */
function LabelWithDot({ text, count }: { text: string; count: number }) {
  const t = useT()
  return (
    <span className="menu-dotted" data-waiting={count > 0 || undefined}>
      {text}
      {count > 0 && <span className="visually-hidden">{t('app:nav.waiting', { count })}</span>}
    </span>
  )
}

/** Returns the longest menu path that is a prefix of the current path, so that a record's page marks its list. */
function currentPathOf(visible: (VisibleMenuEntry | VisibleMenuGroup)[], pathname: string) {
  const paths = visible.flatMap((item) => (isMenuGroup(item) ? item.entries.map(({ path }) => path) : [item.path]))
  return paths
    .filter((path) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.length - a.length)[0]
}
