// The state of a list as it stands in the address bar. Defaults are left out, so that a plain address is the plain list.

export type ListDefaults = { size: number; sort: string | undefined; direction: 'ASC' | 'DESC' }
export type ListState = {
  page: number
  size: number
  sort: string | undefined
  direction: 'ASC' | 'DESC'
  filters: Record<string, string>
}

export const PAGE_SIZES = [10, 20, 50, 100]

type Names = {
  filters: readonly string[]
  sortable: readonly string[]
  defaults: ListDefaults
  prefix?: string | undefined
}

/** Reads the state; what makes no sense (a hand-written address) falls back to the default. */
export function readState(address: URLSearchParams, { filters, sortable, defaults, prefix = '' }: Names): ListState {
  const number = (name: string) => Number(address.get(prefix + name) ?? '')
  const page = number('page')
  const size = number('size')
  const written = address.get(`${prefix}sort`) ?? ''
  const sort = written.replace(/^-/, '')
  const sorted = sortable.includes(sort)
  return {
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
    size: PAGE_SIZES.includes(size) ? size : defaults.size,
    sort: sorted ? sort : defaults.sort,
    direction: sorted ? (written.startsWith('-') ? 'DESC' : 'ASC') : defaults.direction,
    filters: Object.fromEntries(
      filters.map((name) => [name, address.get(prefix + name) ?? '']).filter(([, value]) => isSet(value)),
    ),
  }
}

/** Empty filters and 'All' mean "no filter". */
const isSet = (value: string | undefined) => value !== undefined && value !== '' && value !== 'All'

/** Writes the state into a copy of the address and leaves alone what belongs to others (an open dialog, a tab). */
export function writeState(address: URLSearchParams, state: ListState, { filters, defaults, prefix = '' }: Names) {
  const next = new URLSearchParams(address)
  const put = (name: string, value: string | undefined) =>
    isSet(value) ? next.set(prefix + name, value!) : next.delete(prefix + name)
  for (const name of filters) put(name, state.filters[name]?.trim())
  put('page', state.page > 1 ? `${state.page}` : undefined)
  put('size', state.size === defaults.size ? undefined : `${state.size}`)
  const plain = state.sort === defaults.sort && state.direction === defaults.direction
  put('sort', plain || !state.sort ? undefined : `${state.direction === 'DESC' ? '-' : ''}${state.sort}`)
  return next
}

/** The last page there is. */
export const lastPage = (count: number, size: number) => Math.max(1, Math.ceil(count / size))
