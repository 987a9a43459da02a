import { Button, Dropdown } from 'antd'
import { ChevronDownIcon, PlusIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../i18n.ts'
import { useIsPhone } from '../useMedia.ts'
import type { TextKey } from '../vocabulary.ts'
import type { ListModel } from './useList.ts'
import type { ViewTools } from './view-tools.ts'

/** A predefined view of a page: a frequent combination of filters. */
export type PageView = { label: TextKey; filters: Record<string, string> }

type Props = {
  label: string
  list: ListModel<object>
  views: readonly PageView[]
  tools: ViewTools
  children: ReactNode
}

type Tab = { key: string; name: string; current: boolean; show: () => void }

/** The number of tabs that fit beside the list's tools in most languages. */
const TABS_IN_LINE = 5
const TABS_ON_PHONE = 2

/**
 * Shows the views of a list as tabs: All, the page's views, and the saved views.
 * A menu contains the views that do not fit as tabs. The open tab shows its number of records.
 */
export function ViewTabs({ label, list, views, tools, children }: Props) {
  const t = useT()
  const isPhone = useIsPhone()
  const { state, query, names } = list
  const { views: saved, changes, ask } = tools
  const keyOf = (filters: Record<string, string>) =>
    JSON.stringify(names.map((name) => filters[name] ?? '').filter(Boolean)) + names.filter((name) => filters[name])
  const openView = saved.active
    ? undefined
    : views.find(({ filters }) => keyOf(filters) === keyOf(state.filters) && Object.keys(filters).length > 0)
  const isUnfiltered = !saved.active && Object.keys(state.filters).length === 0
  const tabs: Tab[] = [
    {
      key: 'all',
      name: t('kit:search.all'),
      current: isUnfiltered,
      show: () => (saved.active ? saved.show(null) : list.searchFor({})),
    },
    ...views.map((view) => ({
      key: view.label,
      name: t(view.label),
      current: view === openView,
      show: () => list.change({ filters: view.filters, page: 1 }),
    })),
    ...saved.views.map((view) => ({
      key: `${view.ViewId}`,
      name: view.Name,
      current: view.ViewId === saved.active?.ViewId,
      show: () => saved.show(view),
    })),
  ]
  const tabsInLine = isPhone ? TABS_ON_PHONE : TABS_IN_LINE
  const inLine = tabs.filter(({ current }, index) => index < tabsInLine || current)
  const inMenu = tabs.filter((tab) => !inLine.includes(tab))
  return (
    <div className="carat-list-top">
      <nav className="carat-tabs" aria-label={label}>
        <ul>
          {inLine.map(({ key, name, current, show }) => (
            <li key={key}>
              <button type="button" className="carat-tab" aria-current={current ? 'true' : undefined} onClick={show}>
                <bdi>{name}</bdi>
                {current && list.facts.paged && query.data && <span className="carat-count">{list.total}</span>}
              </button>
            </li>
          ))}
          {inMenu.length > 0 && (
            <li>
              <Dropdown
                trigger={['click']}
                autoFocus
                menu={{
                  items: inMenu.map(({ key, name, show }) => ({ key, label: <bdi>{name}</bdi>, onClick: show })),
                }}
              >
                <button type="button" className="carat-tab">
                  {t('kit:views.more')}
                  <ChevronDownIcon aria-hidden size={14} />
                </button>
              </Dropdown>
            </li>
          )}
          {changes.possible && !isUnfiltered && !openView && !saved.active && (
            <li>
              <Button type="text" size="small" icon={<PlusIcon aria-hidden />} onClick={() => ask('add')}>
                {t('kit:views.keep')}
              </Button>
            </li>
          )}
        </ul>
      </nav>
      {children}
    </div>
  )
}
