import { ColumnHeightOutlined } from '@ant-design/icons'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { Button, Pagination, Tooltip } from 'antd'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Sent } from '#kit/contract/endpoint.ts'
import { CallError } from './call.ts'
import { useT } from './i18n.ts'
import './kit.css'
import { type Area, useLabels } from './labels.ts'
import { EmptyState, ErrorState, ForbiddenState, NoMatch } from './States.tsx'
import { lastPage, PAGE_SIZES } from './table/address.ts'
import { Cell, type Column, cellKindOf, columnOf, isFigure } from './table/columns.tsx'
import { FilterChips } from './table/FilterChips.tsx'
import { ListTable } from './table/ListTable.tsx'
import { type FieldOf, type FilterOf, inputOfList, type ListEndpoint, listFacts, type RowOf } from './table/list.ts'
import { RecordCards } from './table/RecordCards.tsx'
import { type RowAction, RowActions } from './table/RowActions.tsx'
import { SearchSection, SearchToggle } from './table/SearchSection.tsx'
import { type Search, searchFields } from './table/search.ts'
import { forgetChanges, useTouched, withTouched } from './table/touched.ts'
import { useDensity } from './table/useDensity.ts'
import { useListState } from './table/useListState.ts'
import { useIsPhone } from './useMedia.ts'
import { useRead } from './useRead.ts'

export type { Column, RowAction }

type Props<L extends ListEndpoint> = {
  area: Area
  list: L
  /** What the list is called to a screen reader. */
  label: string
  rowKey: FieldOf<L>
  columns: readonly Column<RowOf<L>>[]
  search?: Search<FilterOf<L>>
  /** Sent with every request, beside the search: `{ isCampaign: 'Y' }`, `{ Search: { CustomerId } }`. */
  input?: Partial<Sent<L>>
  /** Where a row leads: makes the first column a link. */
  rowLink?: (row: RowOf<L>) => string | undefined
  /** How a row is called in "Actions for …"; the first column's text if left out. */
  rowName?: (row: RowOf<L>) => string
  /** What can be done with a row; what a role may not see at all is `false`. Deleted rows have no menu. */
  actions?: (row: RowOf<L>) => readonly (RowAction | false | undefined)[]
  /** More of a row, folded out below it. */
  expand?: (row: RowOf<L>) => ReactNode
  /** What is said, and can be done, while there is nothing yet. */
  empty?: { title: string; hint?: string; action?: ReactNode }
  toolbar?: ReactNode
  /** Rows of a page, if the contract's own number does not fit the place. */
  rows?: number
  /** Keeps two lists of one page apart in the address bar. */
  name?: string
  /** Folded search at first. */
  searchClosed?: boolean
  /** Under a page header that stays in sight. */
  stickyOffset?: number
  refetchInterval?: number
}

/** A searchable, sorted, paged list whose state lives in the address bar. */
export function ResourceTable<L extends ListEndpoint>(props: Props<L>) {
  type Row = RowOf<L>
  const {
    area,
    list,
    label,
    rowKey,
    columns,
    search,
    input: fixed,
    rowLink,
    actions,
    empty,
    name,
    stickyOffset = 56,
  } = props
  const t = useT()
  const labels = useLabels(area)
  const client = useQueryClient()
  const phone = useIsPhone()
  const searchId = useId()
  const [density, setDensity] = useDensity()
  const [searchOpen, setSearchOpen] = useState(!phone && !props.searchClosed)

  const facts = useMemo(() => listFacts(list, props.rows), [list, props.rows])
  const searchKey = JSON.stringify(search ?? {})
  // Pages write their search inline; its content decides, not its identity.
  // biome-ignore lint/correctness/useExhaustiveDependencies: searchKey stands for search.
  const fields = useMemo(() => searchFields(search ?? {}), [searchKey])
  const [state, setState] = useListState(facts, fields, name ? `${name}.` : '')
  const query = useRead(list, inputOfList(facts, state, fixed as Record<string, unknown> | undefined) as Sent<L>, {
    placeholderData: keepPreviousData,
    ...(props.refetchInterval && { refetchInterval: props.refetchInterval }),
  })
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = query

  const served = (data?.rows ?? []) as Row[]
  const before = useBefore(served)
  const touched = useTouched(list)
  const { rows, fresh } = withTouched(served, touched, rowKey as keyof Row & string, before)
  // What was kept in sight by hand belongs to the moment; leaving the page ends it.
  useEffect(() => () => void forgetChanges(client, list), [client, list])

  const count = data?.count ?? 0
  const last = lastPage(count, state.size)
  useEffect(() => {
    if (data && !isPlaceholderData && facts.paged && state.page > last) setState({ page: last }, { replace: true })
  }, [data, isPlaceholderData, facts.paged, state.page, last, setState])

  const change = (next: Parameters<typeof setState>[0]) => {
    forgetChanges(client, list)
    setState(next)
  }
  const onSearch = (filters: Record<string, string>) => change({ filters, page: 1 })

  const keyOf = (row: Row) => String((row as Record<string, unknown>)[rowKey])
  const shown = columns.map((column) => {
    const spec = columnOf(column)
    const kind = spec.as ?? cellKindOf(spec.field, facts.row[spec.field])
    const render = (row: Row) =>
      spec.render ? spec.render(row) : <Cell kind={kind} value={row[spec.field]} area={area} field={spec.field} />
    return {
      field: spec.field,
      title: labels.field(spec.field, spec.title),
      width: spec.width,
      figure: isFigure(kind),
      wideOnly: spec.wideOnly,
      render,
    }
  })
  const nameOf = (row: Row) =>
    props.rowName?.(row) ?? String(row[columnOf(columns[0] ?? rowKey).field as keyof Row] ?? keyOf(row))
  const menuOf =
    actions &&
    ((row: Row) => {
      const possible =
        'Status' in row && row.Status === 'Deleted' ? [] : actions(row).filter((action) => typeof action === 'object')
      return possible.length > 0 ? <RowActions name={nameOf(row)} actions={possible} /> : null
    })

  const filtered = Object.keys(state.filters).length > 0
  const forbidden = error instanceof CallError && error.statusCode === 403
  const body = () => {
    if (forbidden) return <ForbiddenState />
    if (error && !data) return <ErrorState error={error} title={t('kit:table.failed')} onRetry={() => void refetch()} />
    if (!isPending && rows.length === 0) {
      if (filtered) return <NoMatch onClear={() => onSearch({})} />
      return <EmptyState title={empty?.title ?? t('kit:state.nothing')} hint={empty?.hint} action={empty?.action} />
    }
    if (phone && !isPending) {
      return (
        <RecordCards
          cards={rows.map((row) => ({
            key: keyOf(row),
            title: shown[0]?.render(row),
            to: rowLink?.(row),
            lines: shown
              .slice(1)
              .filter(({ wideOnly }) => !wideOnly)
              .map(({ field, title, render }) => ({ field, label: title, value: render(row) })),
            menu: menuOf?.(row),
            fresh: fresh.has((row as Record<string, unknown>)[rowKey]),
          }))}
        />
      )
    }
    return (
      <ListTable<Row>
        columns={shown}
        rows={isPending ? bones(state.size) : rows}
        keyOf={isPending ? (row) => String((row as { bone?: number }).bone) : keyOf}
        fresh={new Set([...fresh].map(String))}
        state={state}
        sortable={facts.sortable}
        density={density}
        stickyOffset={stickyOffset}
        loading={isPending}
        linkOf={rowLink}
        menuOf={menuOf}
        expand={props.expand}
        onSort={(sort, direction) =>
          change({ sort: sort ?? facts.defaults.sort, direction: sort ? direction : facts.defaults.direction, page: 1 })
        }
      />
    )
  }
  const from = (state.page - 1) * state.size + 1
  const total = facts.paged
    ? t('kit:table.total', { from, to: Math.min(from + served.length - 1, count), total: count })
    : t('kit:table.total', { from: 1, to: served.length, total: served.length })

  return (
    <section
      aria-label={label}
      aria-busy={isFetching}
      className={`carat-card carat-list${isFetching && !isPending ? ' carat-list-dim' : ''}`}
    >
      {isFetching && !isPending && <div className="carat-list-bar" aria-hidden />}
      <div className="carat-card-head">
        {fields.length > 0 ? (
          <SearchToggle
            open={searchOpen}
            onToggle={() => setSearchOpen(!searchOpen)}
            controls={searchId}
            count={Object.keys(state.filters).length}
          />
        ) : (
          <span />
        )}
        {props.toolbar}
        {!phone && (
          <Tooltip title={t(density === 'compact' ? 'kit:table.comfortable' : 'kit:table.compact')}>
            <Button
              type="text"
              aria-label={t('kit:table.compact')}
              aria-pressed={density === 'compact'}
              icon={<ColumnHeightOutlined aria-hidden />}
              onClick={() => setDensity(density === 'compact' ? 'comfortable' : 'compact')}
            />
          </Tooltip>
        )}
      </div>
      {fields.length > 0 && (
        <div id={searchId} hidden={!searchOpen} className="carat-search-body">
          <SearchSection
            key={JSON.stringify(state.filters)}
            area={area}
            fields={fields}
            filters={state.filters}
            onSearch={onSearch}
          />
        </div>
      )}
      <FilterChips area={area} fields={fields} filters={state.filters} onChange={onSearch} />
      {error && data && !forbidden && (
        <ErrorState error={error} title={t('kit:table.failed')} onRetry={() => void refetch()} />
      )}
      {body()}
      <div className="carat-list-foot">
        <span role="status">{!isPending && !error && rows.length > 0 ? total : ''}</span>
        {facts.paged && count > 0 && (
          <Pagination
            current={state.page}
            pageSize={state.size}
            total={count}
            showSizeChanger
            simple={phone}
            pageSizeOptions={[...new Set([...PAGE_SIZES, facts.defaults.size])].sort((one, other) => one - other)}
            onChange={(page, size) =>
              change(size === state.size ? { page } : { page: Math.floor((from - 1) / size) + 1, size })
            }
          />
        )}
      </div>
    </section>
  )
}

const BONES_MAX = 8
/** Empty rows in the shape of what will come. */
const bones = <Row,>(size: number) =>
  Array.from({ length: Math.min(size, BONES_MAX) }, (_, bone) => ({ bone })) as Row[]

/** The rows of the last answer but one: where a deleted row stood. */
function useBefore<Row>(rows: Row[]): Row[] {
  const kept = useRef<{ now: Row[]; before: Row[] }>({ now: rows, before: [] })
  useEffect(() => {
    if (kept.current.now !== rows && rows.length > 0) kept.current = { now: rows, before: kept.current.now }
  }, [rows])
  return kept.current.now === rows ? kept.current.before : kept.current.now
}
