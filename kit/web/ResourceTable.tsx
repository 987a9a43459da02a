import { type ReactNode, useId, useState } from 'react'
import type { SentByPage } from '#kit/contract/endpoint.ts'
import { useT } from './i18n.ts'
import './kit.css'
import './table/list.css'
import { ErrorState } from './States.tsx'
import { useSession } from './session.ts'
import { BulkBar } from './table/BulkBar.tsx'
import type { BulkAction, BulkLink } from './table/bulk.ts'
import { FilterChips } from './table/FilterChips.tsx'
import { FilterRow, FilterSheet } from './table/FilterRow.tsx'
import { ListBody, nameMaker, type RowProps } from './table/ListBody.tsx'
import { ListFoot } from './table/ListFoot.tsx'
import { ListTools } from './table/ListTools.tsx'
import { type FieldOf, type FilterOf, isAlive, type ListEndpoint, type RowOf } from './table/list.ts'
import { Previewed, usePreviewed } from './table/Previewed.tsx'
import { remember, remembered } from './table/remembered.ts'
import { SearchSection, SearchToggle } from './table/SearchSection.tsx'
import { offeredFields, type Search } from './table/search.ts'
import { useSelection } from './table/selection.ts'
import { type List, useList } from './table/useList.ts'
import { useStateForRecord } from './table/useStateForRecord.ts'
import { useVisibleColumns } from './table/useVisibleColumns.tsx'
import { useViewTools, ViewBar } from './table/ViewMenu.tsx'
import { type PageView, ViewTabs } from './table/ViewTabs.tsx'
import type { ViewTools } from './table/view-tools.ts'
import { useIsPhone } from './useMedia.ts'
import { useReload } from './useReload.ts'

/** What a page's own control in the toolbar needs: the filters as they are, and how they are changed. */
export type Filtering = { filters: Record<string, string>; searchFor: (filters: Record<string, string>) => void }

type Props<L extends ListEndpoint> = RowProps<RowOf<L>> & {
  list: L
  /** What the list is called to a screen reader. */
  label: string
  rowKey: FieldOf<L>
  search?: Search<FilterOf<L>>
  /** Sent with every request, beside the search: `{ ActiveYN: 'Y' }`, `{ Search: { RateId } }`. */
  input?: Partial<SentByPage<L>>
  /** Beside the search: a box or a switch of the page's own; as a function it is given the filters. */
  toolbar?: ReactNode | ((filtering: Filtering) => ReactNode)
  /** Rows of a page, if the contract's own number does not fit the place. */
  rows?: number
  /** Keeps two lists of one page apart in the address bar. */
  name?: string
  /** What people ask of this list every day, each a tab. */
  views?: readonly PageView[]
  /** The filters with which a plain address opens; its other views and the whole list are as near as everywhere. */
  opens?: Record<string, string>
  refetchInterval?: number
}

/** A searchable, sorted, paged list whose state lives in the address bar. */
export function ResourceTable<L extends ListEndpoint>(props: Props<L>) {
  type Row = RowOf<L>
  const t = useT()
  const phone = useIsPhone()
  const { list, keyOf, nameOf, columns, bulk, selection, preview, stateFor, views } = useTable(props)
  const { error, data, isPending, isFetching, refetch } = list.query
  const reload = useReload(refetch)
  const again = isFetching && !isPending

  return (
    <section
      aria-label={props.label}
      aria-busy={isFetching || isPending}
      className={`carat-card carat-list${again ? ' carat-list-dim' : ''}`}
    >
      {again && <div className="carat-list-bar" aria-hidden />}
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
            list={list as List<object>}
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
              rows={list.rows.filter(isAlive)}
              keyOf={keyOf}
              nameOf={nameOf}
              total={list.count}
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
      <ListFoot list={list as List<object>} columns={columns.offered} visible={columns.columns} phone={phone} />
      {props.preview && <Previewed<Row> preview={preview} listProps={props} stateFor={stateFor} nameOf={nameOf} />}
      {views.dialogs}
    </section>
  )
}

/** Everything that a list on the screen is made of. */
function useTable<L extends ListEndpoint>(props: Props<L>) {
  type Row = RowOf<L>
  const { list: endpoint, rowKey, search = {}, input, rows, name, opens, refetchInterval } = props
  const fixed = input as Record<string, unknown> | undefined
  const list = useList({ list: endpoint, rowKey, search, fixed, rows, name, opens, refetchInterval }) as List<Row>
  const keyOf = (row: Row) => String((row as Record<string, unknown>)[rowKey])
  const scope = JSON.stringify([list.state.filters, fixed, list.views.active?.ViewId])
  return {
    list,
    keyOf,
    nameOf: nameMaker<Row>(props, keyOf, list.facts.row),
    columns: useVisibleColumns<Row>(props, list),
    bulk: (props.bulk ?? []).filter((action) => typeof action === 'object') as (BulkAction<Row> | BulkLink<Row>)[],
    selection: useSelection<Row>(scope, keyOf, list.rows),
    preview: usePreviewed(list.rows, keyOf),
    stateFor: useStateForRecord(endpoint, list as List<object>, props.rowLink as never),
    views: useViewTools({ listKey: list.key, views: list.views, state: list.state, names: list.names }),
  }
}

type HeadProps<L extends ListEndpoint> = {
  listProps: Props<L>
  list: List<RowOf<L>>
  phone: boolean
  views: ViewTools
  /** Something is ticked: what can be done with it takes the place of the filters. */
  selecting: boolean
  selected: ReactNode
  tools: ReactNode
}

/** What stands above the rows: views, filters (or the selection) and the tools of the list. */
function Head<L extends ListEndpoint>({ listProps, list, phone, views, selecting, selected, tools }: HeadProps<L>) {
  const { fields, state, searchFor } = list
  const { isHQ } = useSession()
  const offered = offeredFields(fields, isHQ)
  const { filters } = state
  const toolbar =
    typeof listProps.toolbar === 'function' ? listProps.toolbar({ filters, searchFor }) : listProps.toolbar
  const row = { area: listProps.area, fields: offered, filters, onSearch: searchFor, toolbar }
  const pageViews = listProps.views ?? []
  const deleted = isHQ && offered.some(({ name, choices }) => name === 'Status' && isDeletable(choices))
  const tabs: readonly PageView[] = deleted
    ? [...pageViews, { label: 'kit:views.deletedRows', filters: { Status: 'Deleted' } }]
    : pageViews

  if (listProps.section && !phone) return <Section {...{ row, list, selecting, selected, tools }} />
  return (
    <>
      <ViewTabs label={listProps.label} list={list as List<object>} views={tabs} tools={views}>
        {!phone && tools}
      </ViewTabs>
      {selected}
      {!selecting && (phone || offered.length > 0 || toolbar) && (
        <div className="carat-filters">{phone ? <FilterSheet {...row} tools={tools} /> : <FilterRow {...row} />}</div>
      )}
    </>
  )
}

const isDeletable = (choices: unknown) => Array.isArray(choices) && choices.includes('Deleted')

type SectionProps = {
  row: Parameters<typeof FilterRow>[0]
  list: Pick<List<object>, 'key'>
  selecting: boolean
  selected: ReactNode
  tools: ReactNode
}

/** Labelled fields above the rows, as the specification has them over the lists of the setup. */
function Section({ row, list, selecting, selected, tools }: SectionProps) {
  const searchId = useId()
  const [open, setOpen] = useState(remembered('search', list.key) !== 'closed')
  const { area, fields, filters, onSearch, toolbar } = row
  const toggle = () => {
    remember('search', list.key, open ? 'closed' : 'open')
    setOpen(!open)
  }
  return (
    <>
      <div className="carat-list-top">
        {!selecting && fields.length > 0 && (
          <SearchToggle open={open} onToggle={toggle} controls={searchId} count={Object.keys(filters).length} />
        )}
        {!selecting && toolbar}
        {selected}
        {tools}
      </div>
      {fields.length > 0 && (
        <div id={searchId} hidden={!open} className="carat-search-body">
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
