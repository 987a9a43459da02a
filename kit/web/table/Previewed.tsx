import { lazy, Suspense, useState } from 'react'
import type { RowProps } from './ListBody.tsx'

const PreviewDrawer = lazy(async () => ({ default: (await import('./PreviewDrawer.tsx')).PreviewDrawer }))

/** Which record is shown beside the list; the preview ends when its row leaves the list. */
export function usePreviewed<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const [key, setKey] = useState<string>()
  const at = key === undefined ? -1 : rows.findIndex((row) => keyOf(row) === key)
  const row = rows[at]
  // At once, or it would open again when its row comes back.
  if (key !== undefined && row === undefined) setKey(undefined)
  const show = (other: Row) => setKey(keyOf(other))
  const neighbour = (by: 1 | -1) => {
    const other = row === undefined ? undefined : rows[at + by]
    return other === undefined ? undefined : () => show(other)
  }
  return { row, show, close: () => setKey(undefined), neighbour }
}

type Props<Row> = {
  preview: ReturnType<typeof usePreviewed<Row>>
  listProps: Pick<RowProps<Row>, 'preview' | 'rowLink'>
  nameOf: (row: Row) => string
  stateFor: (link: string) => unknown
}

/** The record beside the list, with its neighbours on the page. */
export function Previewed<Row>({ preview: { row, close, neighbour }, listProps, nameOf, stateFor }: Props<Row>) {
  if (row === undefined) return null
  const to = listProps.rowLink?.(row)
  return (
    <Suspense fallback={null}>
      <PreviewDrawer
        title={nameOf(row)}
        to={to}
        state={to && stateFor(to)}
        content={listProps.preview?.(row)}
        previous={neighbour(-1)}
        next={neighbour(1)}
        onClose={close}
      />
    </Suspense>
  )
}
