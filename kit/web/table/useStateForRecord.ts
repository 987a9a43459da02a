import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { ListEndpoint } from './list.ts'
import { type PagedList, pagerStates, registerPagedList } from './pager-state.ts'
import type { List } from './useList.ts'

/** The navigation state for records opened from this list, which enables the record pager. */
export function useStateForRecord(endpoint: ListEndpoint, list: List<object>, linkOf: PagedList['linkOf'] | undefined) {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (linkOf) registerPagedList({ list: endpoint, linkOf })
  })
  const { facts, state, count, rows, input } = list
  return pagerStates(rows, linkOf ?? (() => undefined), {
    list: endpoint.path,
    input,
    before: facts.paged ? (state.page - 1) * state.size : 0,
    total: facts.paged ? count : rows.length,
    back: pathname + search,
  })
}
