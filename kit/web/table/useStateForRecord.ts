import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { ListEndpoint } from './list.ts'
import type { List } from './useList.ts'
import { rememberWalkable, type Walkable, walkThrough } from './walk.ts'

/** What a record's page is given when it is opened from this list, so that it can lead on and back. */
export function useStateForRecord(endpoint: ListEndpoint, list: List<object>, linkOf: Walkable['linkOf'] | undefined) {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (linkOf) rememberWalkable({ list: endpoint, linkOf })
  })
  const { facts, state, count, rows, input } = list
  return walkThrough(rows, linkOf ?? (() => undefined), {
    list: endpoint.path,
    input,
    before: facts.paged ? (state.page - 1) * state.size : 0,
    total: facts.paged ? count : rows.length,
    back: pathname + search,
  })
}
