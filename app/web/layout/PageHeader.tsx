import { Breadcrumb, Button } from 'antd'
import { PlusIcon } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { pageHeaderRefs } from '#kit/web/PageTools.tsx'
import { type Screen, useRegisteredAddAction, useRegisteredOpenRecord } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { useShortcut, useSingleKeyShortcutsEnabled } from '#kit/web/shortcuts.ts'
import { getConfig } from '../config.ts'
import { buildMenu, isMenuGroup } from '../menu.ts'
import { allScreens } from '../screens.ts'
import { useCurrentScreen } from './useScreen.ts'

/** Shows breadcrumb, title, page actions and, if the screen declares one, the add button. */
export function PageHeader() {
  const t = useT()
  const screen = useCurrentScreen()
  const { has } = useSession()
  const { pathname } = useLocation()
  const record = useRegisteredOpenRecord()
  if (!screen) return null
  const title = t(screen.title)
  // The title of the window contains the record's name, so that users find the right window.
  const name = record?.path === pathname ? record.name : undefined
  const titleWithName = name ? `${name} · ${title}` : title
  const isHeadingHidden = screen.heading === 'unseen'
  return (
    <div className={isHeadingHidden ? 'page-header page-header-unseen' : 'page-header'}>
      <title>{`${titleWithName} · ${getConfig().Title}`}</title>
      <div className="page-header-text">
        <Crumbs screen={screen} />
        <h1 tabIndex={-1} className={isHeadingHidden ? 'visually-hidden' : undefined}>
          {name && screen.heading === 'record' ? <bdi>{name}</bdi> : title}
        </h1>
        <div className="page-about" ref={pageHeaderRefs.about} />
      </div>
      <div className="page-tools">
        <div ref={pageHeaderRefs.tools} />
        {screen.add && has(screen.role) && <AddButton add={screen.add} path={screen.path} />}
      </div>
    </div>
  )
}

function Crumbs({ screen }: { screen: Screen }) {
  const t = useT()
  const { has } = useSession()
  const ancestors: Screen[] = []
  for (let path = screen.parent; path; ) {
    const parent = allScreens.find((candidate) => candidate.path === path)
    if (!parent || ancestors.includes(parent)) break
    ancestors.unshift(parent)
    path = parent.parent
  }
  const topScreen = ancestors[0] ?? screen
  const group = buildMenu(allScreens).find(
    (item) => isMenuGroup(item) && item.entries.some(({ path }) => path === topScreen.path),
  )
  const section = group && isMenuGroup(group) ? allScreens.find(({ path }) => path === `/${group.key}`) : undefined
  const items = [
    // A group that has the same name as its top page is not shown in the breadcrumb.
    ...(group && isMenuGroup(group) && t(group.title) !== t(topScreen.title)
      ? [
          {
            key: group.key,
            title: section && has(section.role) ? <Link to={section.path}>{t(group.title)}</Link> : t(group.title),
          },
        ]
      : []),
    // A parent whose path has parameters is no link in the breadcrumb, because its record is unknown here.
    ...ancestors.map(({ path, title }) => ({
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
  const { pathname, state } = useLocation()
  const { may, isHQ } = useSession()
  const openDialog = useRegisteredAddAction()
  const areShortcutsOn = useSingleKeyShortcutsEnabled()
  const allowed = may(add.privilege) && (isHQ || !add.hq) && pathname.replace(/\/$/, '') === path
  const isReady = 'to' in add || openDialog !== undefined
  const run = () => {
    if ('to' in add) void navigate(add.to)
    else openDialog?.()
  }
  // True if the action "Add …" of the search palette opened this page.
  const isAddRequested = (state as { add?: boolean } | null)?.add === true && allowed && isReady
  useEffect(() => {
    if (!isAddRequested) return
    void navigate('.', { replace: true, state: null })
    openDialog?.()
  }, [isAddRequested, navigate, openDialog])
  useShortcut('n', add.label, run, { enabled: allowed && isReady })
  if (!allowed) return null
  return (
    <Button type="primary" icon={<PlusIcon />} onClick={run} disabled={!isReady} aria-keyshortcuts="n">
      {t(add.label)}
      {areShortcutsOn && (
        <kbd aria-hidden className="carat-keys">
          N
        </kbd>
      )}
    </Button>
  )
}
