import { useSearchParams } from 'react-router'
import { type ListState, readState, writeState } from './address.ts'
import type { ListFacts } from './list.ts'
import { type SearchField, searchNames } from './search.ts'

/** The state of a list, kept in the address bar: it survives a reload, goes back with Back and can be sent to a colleague. */
export function useListState({ sortable, defaults }: ListFacts, fields: readonly SearchField[], prefix: string) {
  const [address, setAddress] = useSearchParams()
  const names = { filters: searchNames(fields), sortable, defaults, prefix }
  const setState = (change: Partial<ListState>, { replace = false } = {}) =>
    setAddress((now) => writeState(now, { ...readState(now, names), ...change }, names), {
      replace,
      preventScrollReset: true,
    })
  return [readState(address, names), setState] as const
}
