import { type ReactNode, useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import type { WebRequestBody } from '#kit/contract/endpoint.ts'
import { useT } from './i18n.ts'
import { ErrorState } from './States.tsx'
import { useSession } from './session.ts'
import { BulkBar } from './table/BulkBar.tsx'
import type { BulkAction, BulkLink } from './table/bulk.ts'
import { FilterChips } from './table/FilterChips.tsx'
import { FilterRow, FilterSheet } from './table/FilterRow.tsx'
import { createRowNamer, ListBody, type RowProps } from './table/ListBody.tsx'
import { ListFoot } from './table/ListFoot.tsx'
import { ListTools } from './table/ListTools.tsx'
import {
  isSelectableRow,
  type ListEndpoint,
  type ListFieldName,
  type ListFilterName,
  type ListRow,
} from './table/list.ts'
import { RecordPreview, usePreviewedRecord } from './table/Previewed.tsx'
import { createPagerStates, type PagedList, registerPagedList } from './table/pager-state.ts'
import { readPreference, storePreference } from './table/remembered.ts'
import { SearchSection, SearchToggle } from './table/SearchSection.tsx'
import { type ListSearch, visibleFilterFields } from './table/search.ts'
import { useRowSelection } from './table/selection.ts'
import { type ListModel, useList } from './table/useList.ts'
import { useVisibleColumns } from './table/useVisibleColumns.tsx'
import { useViewTools, ViewBar } from './table/ViewMenu.tsx'
import { type PageView, ViewTabs } from './table/ViewTabs.tsx'
import type { ViewTools } from './table/view-tools.ts'
import { useIsPhone } from './useMedia.ts'
import { useReloadAction } from './useReload.ts'
import './kit.css'
import './table/list.css'

/** The current filters of a list and the function that changes them, for a page's own control in the toolbar. */
export type FilterControl = { filters: Record<string, string>; searchFor: (filters: Record<string, string>) => void }

type Props<L extends ListEndpoint> = RowProps<ListRow<L>> & {
  list: L
  /** The accessible name of the list. */
  label: string
  rowKey: ListFieldName<L>
  search?: ListSearch<ListFilterName<L>>
  /** Input that every request contains: `{ ActiveYN: 'Y' }` or `{ Search: { RateId } }`. */
  input?: Partial<WebRequestBody<L>>
  /** The page's own control beside the search of the list. A function receives the current filters. */
  toolbar?: ReactNode | ((filtering: FilterControl) => ReactNode)
  /** The number of rows per page, if it differs from the contract's default. */
  rows?: number
  /** The prefix of the list's URL parameters, for a page with two lists. */
  name?: string
  /** The predefined views of the list, each a combination of filters that the page shows as a tab. */
  views?: readonly PageView[]
  /** The initial filters of the list, for a URL without parameters of the list. */
  opens?: Record<string, string>
  refetchInterval?: number
}

/** A list with search, sorting and pages, whose state is in the URL. */
export function ResourceTable<L extends ListEndpoint>(props: Props<L>) {
  type Row = ListRow<L>
  const t = useT()
  const phone = useIsPhone()
  const { list, keyOf, nameOf, columns, bulk, selection, preview, stateFor, views } = useTable(props)
  const { error, data, isPending, isFetching, refetch } = list.query
  const reload = useReloadAction(refetch)
  const isReloading = isFetching && !isPending

  return (
    <section
      aria-label={props.label}
      aria-busy={isFetching || isPending}
      className={`carat-card carat-list${isReloading ? ' carat-list-dim' : ''}`}
    >
      {isReloading && <div className="carat-list-bar" aria-hidden />}
      <Head
        listProps={props}
        list={list}
        phone={phone}
        views={views.tools}
        selecting={bulk.length > 0 && (selection.all || selection.rows.size > 0)}
        tools={
          <ListTools
            area={props.area}
            endpoint={props.list}
            label={props.label}
            rowKey={props.rowKey}
            list={list as ListModel<object>}
            columns={columns}
            selection={selection}
            tools={views.tools}
            phone={phone}
          />
        }
        selected={
          bulk.length > 0 && (
            <BulkBar<Row>
              actions={bulk}
              selection={selection}
              rows={list.rows.filter(isSelectableRow)}
              keyOf={keyOf}
              nameOf={nameOf}
              count={list.count}
              total={list.total}
              list={props.list}
              input={list.input}
              phone={phone}
            />
          )
        }
      />
      <ViewBar area={props.area} tools={views.tools} unknown={list.unknown} />
      {error && data && <ErrorState error={error} title={t(props.failed ?? 'kit:table.failed')} onRetry={reload} />}
      <ListBody<Row>
        listProps={props}
        list={list}
        phone={phone}
        shown={{
          columns: columns.columns,
          keyOf,
          nameOf,
          stateFor,
          selection: bulk.length > 0 ? selection : undefined,
          onPreview: props.preview && preview.show,
        }}
      />
      <ListFoot list={list as ListModel<object>} columns={columns.offered} visible={columns.columns} phone={phone} />
      {props.preview && <RecordPreview<Row> preview={preview} listProps={props} stateFor={stateFor} nameOf={nameOf} />}
      {views.dialogs}
    </section>
  )
}

/** Returns the state of a list: data, columns, selection, preview and views. */
function useTable<L extends ListEndpoint>(props: Props<L>) {
  type Row = ListRow<L>
  const { list: endpoint, rowKey, search = {}, input, rows, name, opens, refetchInterval } = props
  const fixed = input as Record<string, unknown> | undefined
  const list = useList({ list: endpoint, rowKey, search, fixed, rows, name, opens, refetchInterval }) as ListModel<Row>
  const keyOf = (row: Row) => String((row as Record<string, unknown>)[rowKey])
  const scope = JSON.stringify([list.state.filters, fixed, list.views.active?.ViewId])
  return {
    list,
    keyOf,
    nameOf: createRowNamer<Row>(props, keyOf, list.facts.row),
    columns: useVisibleColumns<Row>(props, list),
    bulk: (props.bulk ?? []).filter((action) => typeof action === 'object') as (BulkAction<Row> | BulkLink<Row>)[],
    selection: useRowSelection<Row>(scope, keyOf, list.rows),
    preview: usePreviewedRecord(list.rows, keyOf),
    stateFor: useStateForRecord(endpoint, list as ListModel<object>, props.rowLink as never),
    views: useViewTools({ listKey: list.key, views: list.views, state: list.state, names: list.names }),
  }
}

type HeadProps<L extends ListEndpoint> = {
  listProps: Props<L>
  list: ListModel<ListRow<L>>
  phone: boolean
  views: ViewTools
  /** True if rows are selected; the toolbar then shows the bulk actions instead of the filters. */
  selecting: boolean
  selected: ReactNode
  tools: ReactNode
}

/** The part of a list above the rows: views, filters or bulk actions, and the tools of the list. */
function Head<L extends ListEndpoint>({ listProps, list, phone, views, selecting, selected, tools }: HeadProps<L>) {
  const { fields, state, searchFor } = list
  const { isHQ } = useSession()
  const availableFields = visibleFilterFields(fields, isHQ)
  const { filters } = state
  const toolbar =
    typeof listProps.toolbar === 'function' ? listProps.toolbar({ filters, searchFor }) : listProps.toolbar
  const row = { area: listProps.area, fields: availableFields, filters, onSearch: searchFor, toolbar }
  const pageViews = listProps.views ?? []
  const deleted = isHQ && availableFields.some(({ name, choices }) => name === 'Status' && isDeletable(choices))
  const tabs: readonly PageView[] = deleted
    ? [...pageViews, { label: 'kit:views.deletedRows', filters: { Status: 'Deleted' } }]
    : pageViews

  if (listProps.section && !phone) return <Section {...{ row, list, selecting, selected, tools }} />
  return (
    <>
      <ViewTabs label={listProps.label} list={list as ListModel<object>} views={tabs} tools={views}>
        {!phone && tools}
      </ViewTabs>
      {selected}
      {!selecting && (phone || availableFields.length > 0 || toolbar) && (
        <div className="carat-filters">{phone ? <FilterSheet {...row} tools={tools} /> : <FilterRow {...row} />}</div>
      )}
    </>
  )
}

const isDeletable = (choices: unknown) => Array.isArray(choices) && choices.includes('Deleted')

type SectionProps = {
  row: Parameters<typeof FilterRow>[0]
  list: Pick<ListModel<object>, 'key'>
  selecting: boolean
  selected: ReactNode
  tools: ReactNode
}

/** Shows labelled filter fields above the rows, as the specification requires for setup lists. */
function Section({ row, list, selecting, selected, tools }: SectionProps) {
  const searchId = useId()
  const [isOpen, setIsOpen] = useState(readPreference('search', list.key) !== 'closed')
  const { area, fields, filters, onSearch, toolbar } = row
  const toggle = () => {
    storePreference('search', list.key, isOpen ? 'closed' : 'open')
    setIsOpen(!isOpen)
  }
  return (
    <>
      <div className="carat-list-top">
        {!selecting && fields.length > 0 && (
          <SearchToggle open={isOpen} onToggle={toggle} controls={searchId} count={Object.keys(filters).length} />
        )}
        {!selecting && toolbar}
        {selected}
        {tools}
      </div>
      {fields.length > 0 && (
        <div id={searchId} hidden={!isOpen} className="carat-search-body">
          <SearchSection
            key={JSON.stringify(filters)}
            area={area}
            fields={fields}
            filters={filters}
            onSearch={onSearch}
          />
        </div>
      )}
      <FilterChips area={area} fields={fields} filters={filters} onChange={onSearch} />
    </>
  )
}

/** Returns the navigation state for records opened from this list, which enables the record pager. */
function useStateForRecord(endpoint: ListEndpoint, list: ListModel<object>, linkOf: PagedList['linkOf'] | undefined) {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (linkOf) registerPagedList({ list: endpoint, linkOf })
  })
  const { facts, state, count, rows, input } = list
  return createPagerStates(rows, linkOf ?? (() => undefined), {
    list: endpoint.path,
    input,
    before: facts.paged ? (state.page - 1) * state.size : 0,
    total: facts.paged ? count : rows.length,
    isEstimate: list.isEstimate,
    back: pathname + search,
  })
}
