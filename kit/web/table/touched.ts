import type { QueryClient } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { type Endpoint, kindsOf } from '#kit/contract/endpoint.ts'

/** A row that was just created or deleted, so that the list can go on showing it whatever its order and filters. */
type Touched = { what: 'created' | 'deleted'; row: Record<string, unknown>; at: number }

/** The kind of row that a list is made of is the one that the change made or deleted. */
const key = (call: Endpoint) => ['kit.touched', kindsOf(call)[0] ?? call.path]

/** Remembers what a change answered for the list that shows such records. */
export function noteChange(client: QueryClient, change: Endpoint, reply: unknown) {
  const what = touchOf(change, reply)
  if (!what) return
  client.setQueryData<Touched[]>(key(change), (before = []) => [
    { what, row: reply as Record<string, unknown>, at: Date.now() },
    ...before.filter(({ what: other }) => other !== what || what === 'deleted'),
  ])
}

/** Forgets: the next search, sort or page shows the list as the server has it. `call` is the list, or a change that was taken back. */
export const forgetChanges = (client: QueryClient, call: Endpoint) => client.setQueryData<Touched[]>(key(call), [])

export const useTouched = (list: Endpoint) =>
  useQuery<Touched[]>({ queryKey: key(list), queryFn: () => [], initialData: [], staleTime: Number.POSITIVE_INFINITY })
    .data

function touchOf(change: Endpoint, reply: unknown): Touched['what'] | undefined {
  if (typeof reply !== 'object' || reply === null) return undefined
  if (change.status === 201) return 'created'
  return 'Status' in reply && reply.Status === 'Deleted' ? 'deleted' : undefined
}

/** The rows of a page with what was just touched: created ones first, deleted ones where they were. */
export function withTouched<Row extends object>(
  rows: readonly Row[],
  touched: readonly Touched[],
  rowKey: keyof Row & string,
  before: readonly Row[],
) {
  const keyOf = (row: object) => (row as Record<string, unknown>)[rowKey]
  const has = ({ row }: Touched) => keyOf(row) !== undefined
  const deleted = touched.filter((touch) => touch.what === 'deleted' && has(touch))
  const isDeleted = (value: unknown) => deleted.some(({ row }) => keyOf(row) === value)
  const created = touched.filter((touch) => touch.what === 'created' && has(touch) && !isDeleted(keyOf(touch.row)))

  // What the server says of the created record is newer than the answer to its creation.
  const first = created.map(({ row }) => rows.find((other) => keyOf(other) === keyOf(row)) ?? (row as Row))
  const isFirst = (row: Row) => first.some((other) => keyOf(other) === keyOf(row))
  const rest = rows
    .filter((row) => !isFirst(row))
    .map((row): Row => ({ ...row, ...deleted.find((touch) => keyOf(touch.row) === keyOf(row))?.row }))
  const earlier = before.filter((row) => !isFirst(row))
  for (const { row } of deleted) {
    const place = earlier.findIndex((other) => keyOf(other) === keyOf(row))
    if (place < 0 || rest.some((other) => keyOf(other) === keyOf(row))) continue
    rest.splice(Math.min(place, rest.length), 0, { ...earlier[place]!, ...row })
  }
  return { rows: [...first, ...rest], fresh: new Set(first.map(keyOf)) }
}
