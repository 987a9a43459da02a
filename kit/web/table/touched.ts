import type { QueryClient } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { type Endpoint, rowKindsOfEndpoint } from '#kit/contract/endpoint.ts'

/** A row that was just created or deleted. The list keeps showing the row whatever its order and filters. */
type Touched = { what: 'created' | 'deleted'; row: Record<string, unknown>; at: number }

/** Returns the query key of recent changes. A list and the changes of its records share the key of their row kind. */
const key = (call: Endpoint) => ['kit.touched', rowKindsOfEndpoint(call)[0] ?? call.path]

/** Keeps a row that was just created or deleted in the query cache, so that lists of its row kind show it. */
export function cacheRowChange(client: QueryClient, change: Endpoint, reply: unknown) {
  const kind = touchOf(change, reply)
  if (!kind) return
  client.setQueryData<Touched[]>(key(change), (before = []) => [
    { what: kind, row: reply as Record<string, unknown>, at: Date.now() },
    ...before.filter(({ what: recentRow }) => recentRow !== kind || kind === 'deleted'),
  ])
}

/** Forgets recent changes, so that a list shows the server's rows. `call` is the endpoint of the list or the undone change. */
export const clearRecentChanges = (client: QueryClient, call: Endpoint) => client.setQueryData<Touched[]>(key(call), [])

export const useRecentChanges = (list: Endpoint) =>
  useQuery<Touched[]>({ queryKey: key(list), queryFn: () => [], initialData: [], staleTime: Number.POSITIVE_INFINITY })
    .data

function touchOf(change: Endpoint, reply: unknown): Touched['what'] | undefined {
  if (typeof reply !== 'object' || reply === null) return undefined
  if (change.status === 201) return 'created'
  return 'Status' in reply && reply.Status === 'Deleted' ? 'deleted' : undefined
}

/** Merges recent changes into the rows of a page: created rows first, deleted rows at their previous position. */
export function mergeRecentChanges<Row extends object>(
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

  // A created row that the list contains is shown from the list, which is newer than the reply of the creation.
  const createdRows = created.map(
    ({ row }) => rows.find((recentRow) => keyOf(recentRow) === keyOf(row)) ?? (row as Row),
  )
  const isCreatedRow = (row: Row) => createdRows.some((recentRow) => keyOf(recentRow) === keyOf(row))
  const remainingRows = rows
    .filter((row) => !isCreatedRow(row))
    .map((row): Row => ({ ...row, ...deleted.find((touch) => keyOf(touch.row) === keyOf(row))?.row }))
  const previousRows = before.filter((row) => !isCreatedRow(row))
  for (const { row } of deleted) {
    const previousIndex = previousRows.findIndex((recentRow) => keyOf(recentRow) === keyOf(row))
    if (previousIndex < 0 || remainingRows.some((recentRow) => keyOf(recentRow) === keyOf(row))) continue
    remainingRows.splice(Math.min(previousIndex, remainingRows.length), 0, { ...previousRows[previousIndex]!, ...row })
  }
  return { rows: [...createdRows, ...remainingRows], fresh: new Set(createdRows.map(keyOf)) }
}
