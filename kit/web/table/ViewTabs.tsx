import { Button } from 'antd'
import { PlusIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPoints } from '../format.ts'
import { useT } from '../i18n.ts'
import type { TextKey } from '../vocabulary.ts'
import type { List } from './useList.ts'
import type { ViewTools } from './view-tools.ts'

/** A view that the page itself has: a question people ask of this list every day. */
export type PageView = { label: TextKey; filters: Record<string, string> }

type Props = { label: string; list: List<object>; views: readonly PageView[]; tools: ViewTools; children: ReactNode }

/** The views of a list side by side: all of it, those of the page, those that people kept. The open one says how many it has. */
export function ViewTabs({ label, list, views, tools, children }: Props) {
  const t = useT()
  const { state, count, query, names } = list
  const { views: kept, changes, ask } = tools
  const said = (filters: Record<string, string>) =>
    JSON.stringify(names.map((name) => filters[name] ?? '').filter(Boolean)) + names.filter((name) => filters[name])
  const open = kept.active
    ? undefined
    : views.find(({ filters }) => said(filters) === said(state.filters) && Object.keys(filters).length > 0)
  const plain = !kept.active && Object.keys(state.filters).length === 0
  const tab = (key: string, name: string, current: boolean, show: () => void) => (
    <li key={key}>
      <button type="button" className="carat-tab" aria-current={current ? 'true' : undefined} onClick={show}>
        <bdi>{name}</bdi>
        {current && list.facts.paged && query.data && <span className="carat-count">{formatPoints(count)}</span>}
      </button>
    </li>
  )
  return (
    <div className="carat-list-top">
      <nav className="carat-tabs" aria-label={label}>
        <ul>
          {tab('all', t('kit:search.all'), plain, () => (kept.active ? kept.show(null) : list.searchFor({})))}
          {views.map((view) =>
            tab(view.label, t(view.label), view === open, () => list.change({ filters: view.filters, page: 1 })),
          )}
          {kept.views.map((view) =>
            tab(`${view.ViewId}`, view.Name, view.ViewId === kept.active?.ViewId, () => kept.show(view)),
          )}
          {changes.possible && !plain && !open && !kept.active && (
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
