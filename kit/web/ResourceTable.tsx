import { ColumnHeightOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import type { Sent } from '#kit/contract/endpoint.ts'
import { useT } from './i18n.ts'
import './kit.css'
import './table/list.css'
import { ErrorState } from './States.tsx'
import type { Column } from './table/columns.tsx'
import { FilterChips } from './table/FilterChips.tsx'
import { ListBody, type RowProps } from './table/ListBody.tsx'
import { ListFoot } from './table/ListFoot.tsx'
import type { FieldOf, FilterOf, ListEndpoint, RowOf } from './table/list.ts'
import type { RowAction } from './table/RowActions.tsx'
import { SearchSection, SearchToggle } from './table/SearchSection.tsx'
import type { Search } from './table/search.ts'
import { useDensity } from './table/useDensity.ts'
import { type List, useList } from './table/useList.ts'
import { useIsPhone } from './useMedia.ts'

export type { Column, RowAction }

type Props<L extends ListEndpoint> = RowProps<RowOf<L>> & {
  list: L
  /** What the list is called to a screen reader. */
  label: string
  rowKey: FieldOf<L>
  search?: Search<FilterOf<L>>
  /** Sent with every request, beside the search: `{ isCampaign: 'Y' }`, `{ Search: { CustomerId } }`. */
  input?: Partial<Sent<L>>
  /** Beside the search: an export, a switch. */
  toolbar?: ReactNode
  /** Rows of a page, if the contract's own number does not fit the place. */
  rows?: number
  /** Keeps two lists of one page apart in the address bar. */
  name?: string
  /** The search is folded at first. */
  searchClosed?: boolean
  refetchInterval?: number
}

/** A searchable, sorted, paged list whose state lives in the address bar. */
export function ResourceTable<L extends ListEndpoint>(props: Props<L>) {
  const { area, list: endpoint, label, rowKey, search = {}, input, rows, name, searchClosed, refetchInterval } = props
  const t = useT()
  const phone = useIsPhone()
  const searchId = useId()
  const [density, setDensity] = useDensity()
  const [searchOpen, setSearchOpen] = useState(!phone && !searchClosed)
  const fixed = input as Record<string, unknown> | undefined
  const list = useList({ list: endpoint, rowKey, search, fixed, rows, name, refetchInterval })
  const { fields, state, query, searchFor } = list
  const { error, data, isPending, isFetching, refetch } = query
  const again = isFetching && !isPending

  return (
    <section
      aria-label={label}
      aria-busy={isFetching}
      className={`carat-card carat-list${again ? ' carat-list-dim' : ''}`}
    >
      {again && <div className="carat-list-bar" aria-hidden />}
      {(fields.length > 0 || props.toolbar || !phone) && (
        <div className="carat-card-head">
          <span>
            {fields.length > 0 && (
              <SearchToggle
                open={searchOpen}
                onToggle={() => setSearchOpen(!searchOpen)}
                controls={searchId}
                count={Object.keys(state.filters).length}
              />
            )}
          </span>
          {props.toolbar}
          {!phone && (
            <DensityButton
              compact={density === 'compact'}
              onChange={(compact) => setDensity(compact ? 'compact' : 'comfortable')}
            />
          )}
        </div>
      )}
      {fields.length > 0 && (
        <div id={searchId} hidden={!searchOpen} className="carat-search-body">
          <SearchSection
            key={JSON.stringify(state.filters)}
            area={area}
            fields={fields}
            filters={state.filters}
            onSearch={searchFor}
          />
        </div>
      )}
      <FilterChips area={area} fields={fields} filters={state.filters} onChange={searchFor} />
      {error && data && <ErrorState error={error} title={t('kit:table.failed')} onRetry={() => void refetch()} />}
      <ListBody<RowOf<L>> given={props} rowKey={rowKey} list={list as List<RowOf<L>>} phone={phone} density={density} />
      <ListFoot list={list as List<object>} phone={phone} />
    </section>
  )
}

function DensityButton({ compact, onChange }: { compact: boolean; onChange: (compact: boolean) => void }) {
  const t = useT()
  return (
    <Tooltip title={t(compact ? 'kit:table.comfortable' : 'kit:table.compact')}>
      <Button
        type="text"
        size="small"
        aria-label={t('kit:table.compact')}
        aria-pressed={compact}
        icon={<ColumnHeightOutlined aria-hidden />}
        onClick={() => onChange(!compact)}
      />
    </Tooltip>
  )
}
