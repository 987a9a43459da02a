import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ListEndpoint, ListFieldName, ListRow } from './table/list.ts'

const PARAM = 'dialog'
const EDIT = 'edit:'

/**
 * Stores the open dialog of a list page in the URL, so that Back closes the dialog and a link can open it.
 * `adding` is true while the add dialog is open; `editing` is the row whose edit dialog is open.
 */
export function useRecordDialog<L extends ListEndpoint>(list: L, rowKey: ListFieldName<L>) {
  type Row = ListRow<L>
  const client = useQueryClient()
  const [address, setAddress] = useSearchParams()
  const [openedRow, setOpenedRow] = useState<Row>()
  // The dialog of a link opens when the list is loaded, because only then is its record available.
  useIsFetching({ queryKey: [list.path] })

  const keyOf = (row: Row) => String((row as Record<string, unknown>)[rowKey])
  const requested = address.get(PARAM)
  const key = requested?.startsWith(EDIT) ? requested.slice(EDIT.length) : undefined
  const findInLists = () => {
    const pages = client.getQueriesData<{ rows: Row[] }>({ queryKey: [list.path] })
    return pages.flatMap(([, page]) => page?.rows ?? []).find((row) => keyOf(row) === key)
  }
  const setParam = (value: string | undefined, replace = false) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === undefined) next.delete(PARAM)
        else next.set(PARAM, value)
        return next
      },
      { replace, preventScrollReset: true },
    )

  return {
    adding: requested === 'add',
    editing: key === undefined ? undefined : openedRow && keyOf(openedRow) === key ? openedRow : findInLists(),
    add: () => setParam('add'),
    edit: (row: Row) => {
      setOpenedRow(row)
      setParam(EDIT + keyOf(row))
    },
    close: () => {
      setOpenedRow(undefined)
      setParam(undefined, true)
    },
  }
}
