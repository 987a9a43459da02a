import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { WebRequestBody } from '#kit/contract/endpoint.ts'
import { useT } from '../i18n.ts'
import { formatTotal } from '../list-total.ts'
import { useIsPhone } from '../useMedia.ts'
import { useRead } from '../useRead.ts'
import { type ListState, lastPageNumberOf, readListState, unknownFiltersOfView, writeListState } from './address.ts'
import { buildListInput, type ListEndpoint, type ListProperties, type ListRow, listProperties } from './list.ts'
import { filterParamNames, missingEntryFields, type SearchField, type SearchKind, toSearchFields } from './search.ts'
import { clearRecentChanges, mergeRecentChanges, useRecentChanges } from './touched.ts'
import { type ListViews, STANDARD_VIEW, useListViews } from './useListViews.ts'
import { useStoredListViews } from './views.ts'

type Options<L extends ListEndpoint> = {
  list: L
  rowKey: string
  search: Partial<Record<string, SearchKind<string>>>
  fixed: Record<string, unknown> | undefined
  rows: number | undefined
  name: string | undefined
  opens: Record<string, string> | undefined
  refetchInterval: number | undefined
  /** True if the list can be requested with these filters; otherwise no request is sent. */
  asks?: (filters: Record<string, string>) => boolean
}

export type ListModel<Row> = Omit<ReturnType<typeof useList>, 'rows'> & { rows: readonly Row[] }

/** The state of a list: filters and order from the URL, rows from the server, and recent changes. */
export function useList<L extends ListEndpoint>({
  list,
  rowKey,
  search,
  fixed,
  rows: requested,
  name,
  opens,
  refetchInterval,
  asks = () => true,
}: Options<L>) {
  type Row = ListRow<L>
  const t = useT()
  const client = useQueryClient()
  const phone = useIsPhone()
  const facts = useMemo(() => listProperties(list, { rows: requested, phone }), [list, requested, phone])
  const prefix = name ? `${name}.` : ''
  const key = name ? `${list.path}#${name}` : list.path
  const declaredFields = toSearchFields(search)
  const fields: readonly SearchField[] = [
    ...declaredFields,
    ...missingEntryFields(facts.search, declaredFields, useRequestedFilterNames(key, prefix)),
  ]
  const names = filterParamNames(fields)
  const views = useListViews(key, facts, names, prefix, opens)
  // A filter that the page sets itself is not reported as unknown.
  const knownFilters = [...names, ...Object.keys({ ...fixed, ...(fixed?.Search as object | undefined) })]
  const [state, setState] = useListState(facts, names, prefix, views)
  const input = buildListInput(facts, state, fixed)
  const query = useRead(list, input as WebRequestBody<L>, {
    placeholderData: keepPreviousData,
    enabled: views.settled && asks(state.filters),
    ...(refetchInterval && { refetchInterval }),
  })
  const { data, isPlaceholderData } = query

  const served = (data?.rows ?? noRows) as Row[]
  const { rows, fresh } = mergeRecentChanges(
    served,
    useRecentChanges(list),
    rowKey as keyof Row & string,
    usePreviousRows(served),
  )
  // Recent changes are forgotten when the user leaves the page.
  useEffect(() => () => void clearRecentChanges(client, list), [client, list])

  const count = data?.count ?? 0
  const isEstimate = data?.CountEstimatedYN === 'Y'
  const lastPageNumber = lastPageNumberOf(count, state.size)
  const isPastLastPage = data !== undefined && !isPlaceholderData && facts.paged && state.page > lastPageNumber
  useEffect(() => {
    // The last page of an estimated number of rows may be empty too.
    if (isPastLastPage) setState({ page: isEstimate ? 1 : lastPageNumber }, { replace: true })
  })

  const change = (next: Partial<ListState>) => {
    clearRecentChanges(client, list)
    setState(next)
  }
  const searchFor = (filters: Record<string, string>) => change({ filters, page: 1 })
  return {
    key,
    prefix,
    facts,
    fields,
    names,
    views,
    /** Filters of the open view that the list does not have. */
    unknown: views.active ? unknownFiltersOfView(views.active.State, knownFilters) : [],
    state,
    setState,
    change,
    searchFor,
    input,
    query,
    rows,
    fresh,
    served: served.length,
    count,
    isEstimate,
    /** The number of rows as text. */
    total: formatTotal(t, count, isEstimate),
  }
}

/** Returns the names of the filters in the URL and in the views of the list. */
function useRequestedFilterNames(key: string, prefix: string): string[] {
  const [address] = useSearchParams()
  const views = useStoredListViews().lists.views.filter(({ List }) => List === key)
  const addressNames = [...address.keys()]
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
  return [...addressNames, ...views.flatMap(({ State }) => Object.keys(State.Filters))]
}

const noRows: readonly never[] = []

/** Returns the rows of the previous response, which show the position of a deleted row. */
function usePreviousRows<Row>(rows: Row[]): Row[] {
  const answers = useRef<{ now: Row[]; before: Row[] }>({ now: rows, before: [] })
  useEffect(() => {
    if (answers.current.now !== rows && rows.length > 0) answers.current = { now: rows, before: answers.current.now }
  }, [rows])
  return answers.current.now === rows ? answers.current.before : answers.current.now
}

/** Stores the state of a list in the URL, so that reload and Back restore the state and users can share a link. */
function useListState(
  { sortable }: ListProperties,
  filters: readonly string[],
  prefix: string,
  { base, active, opensOwn }: Pick<ListViews, 'base' | 'active' | 'opensOwn'>,
) {
  const [address, setAddress] = useSearchParams()
  const names = { filters, sortable, base, prefix }
  const setState = (change: Partial<ListState>, { replace = false } = {}) =>
    setAddress(
      (now) => {
        const next = writeListState(now, { ...readListState(now, names), ...change }, names)
        // The URL names the view, because the other parameters are relative to the view.
        if (active) next.set(`${prefix}view`, `${active.ViewId}`)
        else if (opensOwn) next.set(`${prefix}view`, STANDARD_VIEW)
        return next
      },
      { replace, preventScrollReset: true },
    )
  return [readListState(address, names), setState] as const
}
