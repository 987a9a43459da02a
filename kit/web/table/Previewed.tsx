import { lazy, Suspense, useState } from 'react'
import type { RowProps } from './ListBody.tsx'

const PreviewDrawer = lazy(async () => ({ default: (await import('./PreviewDrawer.tsx')).PreviewDrawer }))

/** Stores the record of the open preview. The preview closes when the record's row leaves the list. */
export function usePreviewedRecord<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const [key, setKey] = useState<string>()
  const index = key === undefined ? -1 : rows.findIndex((row) => keyOf(row) === key)
  const row = rows[index]
  // Forgets the previewed record, so that the preview does not open again when the row comes back.
  if (key !== undefined && row === undefined) setKey(undefined)
  const show = (neighbourRow: Row) => setKey(keyOf(neighbourRow))
  const neighbour = (by: 1 | -1) => {
    const neighbourRow = row === undefined ? undefined : rows[index + by]
    return neighbourRow === undefined ? undefined : () => show(neighbourRow)
  }
  return { row, show, close: () => setKey(undefined), neighbour }
}

type Props<Row> = {
  preview: ReturnType<typeof usePreviewedRecord<Row>>
  listProps: Pick<RowProps<Row>, 'preview' | 'rowLink'>
  nameOf: (row: Row) => string
  stateFor: (link: string) => unknown
}

/** Shows the preview of a record, with links to its neighbours on the page. */
export function RecordPreview<Row>({ preview: { row, close, neighbour }, listProps, nameOf, stateFor }: Props<Row>) {
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
