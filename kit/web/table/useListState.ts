import { useSearchParams } from 'react-router'
import { type ListState, readState, writeState } from './address.ts'
import type { ListFacts } from './list.ts'
import { type ListViews, STANDARD } from './useListViews.ts'

/** The state of a list, stored in the URL: it survives a reload, works with Back and can be shared as a link. */
export function useListState(
  { sortable }: ListFacts,
  filters: readonly string[],
  prefix: string,
  { base, active, opensOwn }: Pick<ListViews, 'base' | 'active' | 'opensOwn'>,
) {
  const [address, setAddress] = useSearchParams()
  const names = { filters, sortable, base, prefix }
  const setState = (change: Partial<ListState>, { replace = false } = {}) =>
    setAddress(
      (now) => {
        const next = writeState(now, { ...readState(now, names), ...change }, names)
        // The other parameters are relative to the view, so the URL must name it.
        if (active) next.set(`${prefix}view`, `${active.ViewId}`)
        else if (opensOwn) next.set(`${prefix}view`, STANDARD)
        return next
      },
      { replace, preventScrollReset: true },
    )
  return [readState(address, names), setState] as const
}
