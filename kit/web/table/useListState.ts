import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type ListState, readState, writeState } from './address.ts'
import type { ListFacts } from './list.ts'
import { type SearchField, searchNames } from './search.ts'

/** The state of a list, kept in the address bar: it survives a reload, goes back with Back and can be sent to a colleague. */
export function useListState(facts: ListFacts, fields: readonly SearchField[], prefix: string) {
  const [address, setAddress] = useSearchParams()
  const names = useMemo(
    () => ({ filters: searchNames(fields), sortable: facts.sortable, defaults: facts.defaults, prefix }),
    [facts, fields, prefix],
  )
  const state = useMemo(() => readState(address, names), [address, names])
  const setState = useCallback(
    (change: Partial<ListState>, { replace = false } = {}) =>
      setAddress((now) => writeState(now, { ...readState(now, names), ...change }, names), {
        replace,
        preventScrollReset: true,
      }),
    [setAddress, names],
  )
  return [state, setState] as const
}
