import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { ListView } from '#kit/contract/list-view.ts'
import { useAppearance } from '../theme.tsx'
import { type ListBaseState, listParamNames, PAGE_SIZES, toListBase } from './address.ts'
import type { ListProperties } from './list.ts'
import { readPreference } from './remembered.ts'
import { useStoredListViews } from './views.ts'

export const STANDARD_VIEW = 'standard'

/**
 * Returns the open view of a list, from the URL.
 * A URL without parameters redirects to the user's default view.
 * `view=standard` opens the list without a view, even if the user has a default view.
 */
export function useListViews(
  key: string,
  { sortable, defaults }: ListProperties,
  filters: readonly string[],
  prefix: string,
  opens: Record<string, string> | undefined,
) {
  const [address, setAddress] = useSearchParams()
  const { lists: stored, settled } = useStoredListViews()
  const userDensity = useDensity()
  const views = stored.views.filter(({ List }) => List === key)
  const choice = stored.choices.find(({ List }) => List === key)
  const defaultView = views.find(({ ViewId }) => ViewId === choice?.DefaultViewId)

  const names = listParamNames(filters, prefix)
  const requested = address.get(`${prefix}view`)
  const isPlain = !names.some((name) => address.has(name))
  const active = isPlain ? defaultView : views.find(({ ViewId }) => `${ViewId}` === requested)
  const plainBase: ListBaseState = {
    ...defaults,
    size: PAGE_SIZES.find((size) => `${size}` === readPreference('rows', key)) ?? defaults.size,
    filters: {},
    columns: choice?.Columns ?? null,
    density: choice?.Density ?? userDensity,
  }

  // The initial filters of the page are written into the URL, as if the user had chosen them.
  const openingParams = isPlain && settled ? (active ? { view: `${active.ViewId}` } : opens) : undefined
  const openingJson = openingParams && JSON.stringify(openingParams)
  useEffect(() => {
    if (!openingJson) return
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(JSON.parse(openingJson) as Record<string, string>))
          next.set(prefix + name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }, [openingJson, prefix, setAddress])

  return {
    views,
    active,
    defaultView,
    base: active ? toListBase(active.State, filters, sortable, plainBase) : plainBase,
    /** True if the URL names a view that was deleted or belongs to another user. */
    lost: settled && !active && Boolean(requested) && requested !== STANDARD_VIEW,
    /** True if rows can be requested, because the open view is known or the URL contains the complete state. */
    settled: (settled && !(openingParams && !active)) || (!isPlain && !requested),
    /** True if the page has initial filters, so that the list without filters needs `view=standard` in the URL. */
    opensOwn: opens !== undefined,
    /** Opens a saved view. Null opens the list without a view. */
    show: (view: Pick<ListView, 'ViewId'> | null, { replace = false } = {}) =>
      setAddress(
        (now) => {
          const next = new URLSearchParams(now)
          for (const name of names) next.delete(name)
          if (view) next.set(`${prefix}view`, `${view.ViewId}`)
          else if (defaultView || opens) next.set(`${prefix}view`, STANDARD_VIEW)
          return next
        },
        { replace, preventScrollReset: true },
      ),
  }
}

export type ListViews = ReturnType<typeof useListViews>

/** Returns the user's row density for lists without their own setting. */
const useDensity = () => useAppearance().appearance.density
