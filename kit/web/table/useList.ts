import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { SentByPage } from '#kit/contract/endpoint.ts'
import { useRead } from '../useRead.ts'
import { filtersWithout, type ListState, lastPage } from './address.ts'
import { inputOfList, type ListEndpoint, listFacts, type RowOf } from './list.ts'
import { type SearchField, type SearchKind, searchFields, searchNames, unoffered } from './search.ts'
import { forgetChanges, useTouched, withTouched } from './touched.ts'
import { useListState } from './useListState.ts'
import { useListViews } from './useListViews.ts'
import { useKeptLists } from './views.ts'

type Options<L extends ListEndpoint> = {
  list: L
  rowKey: string
  search: Partial<Record<string, SearchKind<string>>>
  fixed: Record<string, unknown> | undefined
  rows: number | undefined
  name: string | undefined
  opens: Record<string, string> | undefined
  refetchInterval: number | undefined
  /** Whether there is anything to ask for with these filters. */
  asks?: (filters: Record<string, string>) => boolean
}

export type List<Row> = Omit<ReturnType<typeof useList>, 'rows'> & { rows: readonly Row[] }

/** A list as it stands: what the address bar asks for, what the server answered, what was touched just now. */
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
  type Row = RowOf<L>
  const client = useQueryClient()
  const facts = useMemo(() => listFacts(list, requested), [list, requested])
  const prefix = name ? `${name}.` : ''
  const key = name ? `${list.path}#${name}` : list.path
  const offered = searchFields(search)
  const fields: readonly SearchField[] = [...offered, ...unoffered(facts.search, offered, useAsked(key, prefix))]
  const names = searchNames(fields)
  const views = useListViews(key, facts, names, prefix, opens)
  // What the page sets itself needs no filter.
  const known = [...names, ...Object.keys({ ...fixed, ...(fixed?.Search as object | undefined) })]
  const [state, setState] = useListState(facts, names, prefix, views)
  const input = inputOfList(facts, state, fixed)
  const query = useRead(list, input as SentByPage<L>, {
    placeholderData: keepPreviousData,
    enabled: views.settled && asks(state.filters),
    ...(refetchInterval && { refetchInterval }),
  })
  const { data, isPlaceholderData } = query

  const served = (data?.rows ?? noRows) as Row[]
  const { rows, fresh } = withTouched(served, useTouched(list), rowKey as keyof Row & string, useBefore(served))
  // What is kept in sight by hand belongs to the moment; leaving the page ends it.
  useEffect(() => () => void forgetChanges(client, list), [client, list])

  const count = data?.count ?? 0
  const last = lastPage(count, state.size)
  const past = data !== undefined && !isPlaceholderData && facts.paged && state.page > last
  useEffect(() => {
    if (past) setState({ page: last }, { replace: true })
  })

  const change = (next: Partial<ListState>) => {
    forgetChanges(client, list)
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
    unknown: views.active ? filtersWithout(views.active.State, known) : [],
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
  }
}

/** All that the address and the views of the list may ask for. */
function useAsked(key: string, prefix: string): string[] {
  const [address] = useSearchParams()
  const views = useKeptLists().kept.views.filter(({ List }) => List === key)
  const here = [...address.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  return [...here, ...views.flatMap(({ State }) => Object.keys(State.Filters))]
}

const noRows: readonly never[] = []

/** The rows of the last answer but one: they tell where a deleted row stood. */
function useBefore<Row>(rows: Row[]): Row[] {
  const kept = useRef<{ now: Row[]; before: Row[] }>({ now: rows, before: [] })
  useEffect(() => {
    if (kept.current.now !== rows && rows.length > 0) kept.current = { now: rows, before: kept.current.now }
  }, [rows])
  return kept.current.now === rows ? kept.current.before : kept.current.now
}
