import { Breadcrumb, Button } from 'antd'
import { PlusIcon } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { pagePlaces } from '#kit/web/PageTools.tsx'
import { type Screen, useRegisteredAction, useRegisteredRecord } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { useShortcut, useShortcutsOn } from '#kit/web/shortcuts.ts'
import { getConfig } from '../config.ts'
import { isGroup, menuOf } from '../menu.ts'
import { allScreens } from '../screens.ts'
import { useScreen } from './useScreen.ts'

/** Breadcrumb, title and what can be done with the whole page; last, where the screen declares one, the add button. */
export function PageHeader() {
  const t = useT()
  const screen = useScreen()
  const { has } = useSession()
  const { pathname } = useLocation()
  const record = useRegisteredRecord()
  if (!screen) return null
  const title = t(screen.title)
  // Of several windows, the one with this customer is found by the name.
  const named = record?.path === pathname ? `${record.name} · ${title}` : title
  const unseen = screen.heading === 'unseen'
  return (
    <div className={unseen ? 'page-header page-header-unseen' : 'page-header'}>
      <title>{`${named} · ${getConfig().Title}`}</title>
      <div className="page-header-text">
        <Crumbs screen={screen} />
        <h1 tabIndex={-1} className={unseen ? 'visually-hidden' : undefined}>
          {title}
        </h1>
        <div className="page-about" ref={pagePlaces.about} />
      </div>
      <div className="page-tools">
        <div ref={pagePlaces.tools} />
        {screen.add && has(screen.role) && <AddButton add={screen.add} path={screen.path} />}
      </div>
    </div>
  )
}

function Crumbs({ screen }: { screen: Screen }) {
  const t = useT()
  const { has } = useSession()
  const above: Screen[] = []
  for (let path = screen.parent; path; ) {
    const parent = allScreens.find((other) => other.path === path)
    if (!parent || above.includes(parent)) break
    above.unshift(parent)
    path = parent.parent
  }
  const top = above[0] ?? screen
  const group = menuOf(allScreens).find((item) => isGroup(item) && item.entries.some(({ path }) => path === top.path))
  const section = group && isGroup(group) ? allScreens.find(({ path }) => path === `/${group.key}`) : undefined
  const items = [
    // A group that is named like its first page is not said twice.
    ...(group && isGroup(group) && t(group.title) !== t(top.title)
      ? [
          {
            key: group.key,
            title: section && has(section.role) ? <Link to={section.path}>{t(group.title)}</Link> : t(group.title),
          },
        ]
      : []),
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
  const { pathname, state } = useLocation()
  const { may, isHQ } = useSession()
  const openDialog = useRegisteredAction()
  const keys = useShortcutsOn()
  const allowed = may(add.privilege) && (isHQ || !add.hq) && pathname.replace(/\/$/, '') === path
  const ready = 'to' in add || openDialog !== undefined
  const run = () => {
    if ('to' in add) void navigate(add.to)
    else openDialog?.()
  }
  // Asked for from another page (the palette's "Add …").
  const requested = (state as { add?: boolean } | null)?.add === true && allowed && ready
  useEffect(() => {
    if (!requested) return
    void navigate('.', { replace: true, state: null })
    openDialog?.()
  }, [requested, navigate, openDialog])
  useShortcut('n', add.label, run, { enabled: allowed && ready })
  if (!allowed) return null
  return (
    <Button type="primary" icon={<PlusIcon />} onClick={run} disabled={!ready} aria-keyshortcuts="n">
      {t(add.label)}
      {keys && (
        <kbd aria-hidden className="carat-keys">
          N
        </kbd>
      )}
    </Button>
  )
}
