import type { ColumnChoice, Density, ListViewState } from '#kit/contract/list-view.ts'

// Reads and writes the state of a list in the URL. Values that equal the view or the list's defaults are omitted.
// A URL without parameters therefore shows the default list, and `?view=7` shows a saved view.

/** The default order and page size of a list, from its contract. */
export type ListDefaults = { size: number; sort: string | undefined; direction: 'ASC' | 'DESC' }

export type ListBaseState = ListDefaults & {
  filters: Record<string, string>
  /** The visible columns; null for the default columns of the page. */
  columns: readonly ColumnChoice[] | null
  density: Density
}
export type ListState = ListBaseState & { page: number }

export const PAGE_SIZES = [10, 20, 50, 100]

type Names = {
  filters: readonly string[]
  sortable: readonly string[]
  base: ListBaseState
  prefix?: string | undefined
}

/** Reads the state of a list from the URL. Invalid values in an edited URL fall back to the base state. */
export function readListState(address: URLSearchParams, { filters, sortable, base, prefix = '' }: Names): ListState {
  const number = (name: string) => Number(address.get(prefix + name) ?? '')
  const page = number('page')
  const size = number('size')
  const sortParam = address.get(`${prefix}sort`) ?? ''
  const sort = sortParam.replace(/^-/, '')
  const hasSort = sortable.includes(sort)
  const density = address.get(`${prefix}density`)
  const columns = parseColumns(address.get(`${prefix}columns`))
  return {
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
    size: PAGE_SIZES.includes(size) ? size : base.size,
    sort: hasSort ? sort : base.sort,
    direction: hasSort ? (sortParam.startsWith('-') ? 'DESC' : 'ASC') : base.direction,
    filters: Object.fromEntries(
      filters
        .map((name) => [name, address.get(prefix + name) ?? base.filters[name] ?? ''] as const)
        .filter(([, value]) => isSet(value)),
    ),
    columns: columns === undefined ? base.columns : columns,
    density: density === 'compact' || density === 'comfortable' ? density : base.density,
  }
}

/** True for a filter value that means "no filter": empty or 'All'. */
const isSet = (value: string | undefined) => value !== undefined && value !== '' && value !== 'All'

/** Writes the state of a list into a copy of the URL parameters, and keeps parameters of other parts of the page. */
export function writeListState(address: URLSearchParams, state: ListState, { filters, base, prefix = '' }: Names) {
  const next = new URLSearchParams(address)
  const setParam = (name: string, value: string, usual: string) =>
    value === usual ? next.delete(prefix + name) : next.set(prefix + name, value)
  for (const name of filters) {
    const value = state.filters[name]?.trim()
    // A filter that the view has and the user removed is written with an empty value.
    setParam(name, isSet(value) ? value! : '', base.filters[name] ?? '')
  }
  setParam('page', `${state.page}`, '1')
  setParam('size', `${state.size}`, `${base.size}`)
  setParam('sort', toSortParam(state), toSortParam(base))
  setParam('columns', toColumnsParam(state.columns), toColumnsParam(base.columns))
  setParam('density', state.density, base.density)
  return next
}

/** Returns the names of all URL parameters that a list uses. */
export const listParamNames = (filters: readonly string[], prefix = '') =>
  [...filters, 'page', 'size', 'sort', 'columns', 'density', 'view'].map((name) => prefix + name)

const toSortParam = ({ sort, direction }: ListDefaults) => (sort ? `${direction === 'DESC' ? '-' : ''}${sort}` : '')

const DECLARED = 'declared'
const toColumnsParam = (columns: ListBaseState['columns']) =>
  columns === null ? DECLARED : columns.map(({ Field, Width }) => (Width ? `${Field}:${Width}` : Field)).join(',')

function parseColumns(text: string | null): ListBaseState['columns'] | undefined {
  if (text === DECLARED) return null
  if (!text) return undefined
  return text
    .split(',')
    .slice(0, 60)
    .map((part): ColumnChoice => {
      const [Field = '', width] = part.split(':')
      return width === 'narrow' || width === 'normal' || width === 'wide' ? { Field, Width: width } : { Field }
    })
}

/** True if the state of a list differs from its view, apart from the page number. */
export const differsFromView = (state: ListState, base: ListBaseState, filters: readonly string[]) =>
  writeListState(new URLSearchParams(), { ...state, page: 1 }, { filters, sortable: [], base }).size > 0

/** Converts the state of a list to the stored form of a view. */
export const toViewState = ({ filters, sort, direction, size, columns, density }: ListState): ListViewState => ({
  Filters: filters,
  Sort: sort ?? null,
  Direction: direction,
  Size: size,
  Columns: columns && [...columns],
  Density: density,
})

/** Returns the filters of a view that the list does not have or no longer has. */
export const unknownFiltersOfView = ({ Filters }: ListViewState, knownFilters: readonly string[]) =>
  Object.keys(Filters).filter((name) => !knownFilters.includes(name))

/** Converts a stored view to a base state, without filters and sort fields that the list does not have. */
export function toListBase(
  view: ListViewState,
  names: readonly string[],
  sortable: readonly string[],
  plain: ListBaseState,
): ListBaseState {
  const hasSort = view.Sort !== null && sortable.includes(view.Sort)
  return {
    filters: Object.fromEntries(Object.entries(view.Filters).filter(([name]) => names.includes(name))),
    sort: hasSort ? view.Sort! : plain.sort,
    direction: hasSort ? view.Direction : plain.direction,
    size: PAGE_SIZES.includes(view.Size) ? view.Size : plain.size,
    columns: view.Columns,
    density: view.Density,
  }
}

/** Returns the number of the last page of a list, at least 1. */
export const lastPageNumberOf = (count: number, size: number) => Math.max(1, Math.ceil(count / size))
