import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { ListView } from '#kit/contract/list-view.ts'
import { useAppearance } from '../theme.tsx'
import { baseOf, type ListBase, ownNames, PAGE_SIZES } from './address.ts'
import type { ListFacts } from './list.ts'
import { remembered } from './remembered.ts'
import { useKeptLists } from './views.ts'

export const STANDARD = 'standard'

/**
 * Which view of a list is open. The address says it; a plain address is led to the user's default, so that it says it
 * then. `view=standard` is the list without a view although there is a default.
 */
export function useListViews(
  key: string,
  { sortable, defaults }: ListFacts,
  filters: readonly string[],
  prefix: string,
  opens: Record<string, string> | undefined,
) {
  const [address, setAddress] = useSearchParams()
  const { kept, settled } = useKeptLists()
  const usual = useDensity()
  const views = kept.views.filter(({ List }) => List === key)
  const choice = kept.choices.find(({ List }) => List === key)
  const defaultView = views.find(({ ViewId }) => ViewId === choice?.DefaultViewId)

  const names = ownNames(filters, prefix)
  const requested = address.get(`${prefix}view`)
  const isPlain = !names.some((name) => address.has(name))
  const active = isPlain ? defaultView : views.find(({ ViewId }) => `${ViewId}` === requested)
  const plain: ListBase = {
    ...defaults,
    size: PAGE_SIZES.find((size) => `${size}` === remembered('rows', key)) ?? defaults.size,
    filters: {},
    columns: choice?.Columns ?? null,
    density: choice?.Density ?? usual,
  }

  // A page may open with a view of its own: the address then says its filters, as if somebody had asked for them.
  const first = isPlain && settled ? (active ? { view: `${active.ViewId}` } : opens) : undefined
  const opened = first && JSON.stringify(first)
  useEffect(() => {
    if (!opened) return
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(JSON.parse(opened) as Record<string, string>))
          next.set(prefix + name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }, [opened, prefix, setAddress])

  return {
    views,
    active,
    defaultView,
    base: active ? baseOf(active.State, filters, sortable, plain) : plain,
    /** The address names a view that is gone or somebody else's. */
    lost: settled && !active && Boolean(requested) && requested !== STANDARD,
    /** Until it is known which view is open, nothing is asked for; an address that says everything waits for nothing. */
    settled: (settled && !(first && !active)) || (!isPlain && !requested),
    /** A plain address is not the whole list here, so the whole list says that it is. */
    opensOwn: opens !== undefined,
    /** Opens a view as it was saved; null is the list without a view. */
    show: (view: Pick<ListView, 'ViewId'> | null, { replace = false } = {}) =>
      setAddress(
        (now) => {
          const next = new URLSearchParams(now)
          for (const name of names) next.delete(name)
          if (view) next.set(`${prefix}view`, `${view.ViewId}`)
          else if (defaultView || opens) next.set(`${prefix}view`, STANDARD)
          return next
        },
        { replace, preventScrollReset: true },
      ),
  }
}

export type ListViews = ReturnType<typeof useListViews>

/** How close rows stand for this user, where neither a view nor the user's choice for a list says it. */
const useDensity = () => useAppearance().appearance.density
