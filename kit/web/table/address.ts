import type { ColumnChoice, Density, ListViewState } from '#kit/contract/list-view.ts'

// The state of a list as it stands in the address bar. What is as the view (or the plain list) has it is left out, so
// that a plain address is the plain list and `?view=7` the view as it was saved.

/** What the contract says of a list's order and size. */
export type ListDefaults = { size: number; sort: string | undefined; direction: 'ASC' | 'DESC' }

export type ListBase = ListDefaults & {
  filters: Record<string, string>
  /** Null: as the page declares them. */
  columns: readonly ColumnChoice[] | null
  density: Density
}
export type ListState = ListBase & { page: number }

export const PAGE_SIZES = [10, 20, 50, 100]

type Names = {
  filters: readonly string[]
  sortable: readonly string[]
  base: ListBase
  prefix?: string | undefined
}

/** Reads the state; what makes no sense (a hand-written address) falls back to the base. */
export function readState(address: URLSearchParams, { filters, sortable, base, prefix = '' }: Names): ListState {
  const number = (name: string) => Number(address.get(prefix + name) ?? '')
  const page = number('page')
  const size = number('size')
  const written = address.get(`${prefix}sort`) ?? ''
  const sort = written.replace(/^-/, '')
  const sorted = sortable.includes(sort)
  const density = address.get(`${prefix}density`)
  const columns = columnsOf(address.get(`${prefix}columns`))
  return {
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
    size: PAGE_SIZES.includes(size) ? size : base.size,
    sort: sorted ? sort : base.sort,
    direction: sorted ? (written.startsWith('-') ? 'DESC' : 'ASC') : base.direction,
    filters: Object.fromEntries(
      filters
        .map((name) => [name, address.get(prefix + name) ?? base.filters[name] ?? ''] as const)
        .filter(([, value]) => isSet(value)),
    ),
    columns: columns === undefined ? base.columns : columns,
    density: density === 'compact' || density === 'comfortable' ? density : base.density,
  }
}

/** Empty filters and 'All' mean "no filter". */
const isSet = (value: string | undefined) => value !== undefined && value !== '' && value !== 'All'

/** Writes the state into a copy of the address and leaves alone what belongs to others (an open dialog, a tab). */
export function writeState(address: URLSearchParams, state: ListState, { filters, base, prefix = '' }: Names) {
  const next = new URLSearchParams(address)
  const put = (name: string, value: string, usual: string) =>
    value === usual ? next.delete(prefix + name) : next.set(prefix + name, value)
  for (const name of filters) {
    const value = state.filters[name]?.trim()
    // A filter of the view that was taken off is said with an empty value.
    put(name, isSet(value) ? value! : '', base.filters[name] ?? '')
  }
  put('page', `${state.page}`, '1')
  put('size', `${state.size}`, `${base.size}`)
  put('sort', sortText(state), sortText(base))
  put('columns', columnsText(state.columns), columnsText(base.columns))
  put('density', state.density, base.density)
  return next
}

/** Every name that a list writes into the address. */
export const ownNames = (filters: readonly string[], prefix = '') =>
  [...filters, 'page', 'size', 'sort', 'columns', 'density', 'view'].map((name) => prefix + name)

const sortText = ({ sort, direction }: ListDefaults) => (sort ? `${direction === 'DESC' ? '-' : ''}${sort}` : '')

const DECLARED = 'declared'
const columnsText = (columns: ListBase['columns']) =>
  columns === null ? DECLARED : columns.map(({ Field, Width }) => (Width ? `${Field}:${Width}` : Field)).join(',')

function columnsOf(text: string | null): ListBase['columns'] | undefined {
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

/** Whether somebody changed something since the view was opened; turning pages is no change. */
export const differs = (state: ListState, base: ListBase, filters: readonly string[]) =>
  writeState(new URLSearchParams(), { ...state, page: 1 }, { filters, sortable: [], base }).size > 0

/** The state as a view keeps it. */
export const viewOf = ({ filters, sort, direction, size, columns, density }: ListState): ListViewState => ({
  Filters: filters,
  Sort: sort ?? null,
  Direction: direction,
  Size: size,
  Columns: columns && [...columns],
  Density: density,
})

/** What a view is filtered by and the list is not, or not any more. */
export const filtersWithout = ({ Filters }: ListViewState, known: readonly string[]) =>
  Object.keys(Filters).filter((name) => !known.includes(name))

/** And back, without what the list cannot be filtered or ordered by. */
export function baseOf(
  view: ListViewState,
  names: readonly string[],
  sortable: readonly string[],
  plain: ListBase,
): ListBase {
  const sorted = view.Sort !== null && sortable.includes(view.Sort)
  return {
    filters: Object.fromEntries(Object.entries(view.Filters).filter(([name]) => names.includes(name))),
    sort: sorted ? view.Sort! : plain.sort,
    direction: sorted ? view.Direction : plain.direction,
    size: PAGE_SIZES.includes(view.Size) ? view.Size : plain.size,
    columns: view.Columns,
    density: view.Density,
  }
}

/** The last page there is. */
export const lastPage = (count: number, size: number) => Math.max(1, Math.ceil(count / size))
