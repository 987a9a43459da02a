import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { FieldOf, ListEndpoint, RowOf } from './table/list.ts'

const PARAM = 'dialog'
const EDIT = 'edit:'

/**
 * Which dialog of a list page is open, kept in the address: Back closes it, a link opens it. The edited record comes
 * from the list; `adding` and `editing` are what the two dialogs are opened by.
 */
export function useRecordDialog<L extends ListEndpoint>(list: L, rowKey: FieldOf<L>) {
  type Row = RowOf<L>
  const client = useQueryClient()
  const [address, setAddress] = useSearchParams()
  const [opened, setOpened] = useState<Row>()
  // Draws again when the list has arrived: a link may be opened before its record is there.
  useIsFetching({ queryKey: [list.path] })

  const keyOf = (row: Row) => String((row as Record<string, unknown>)[rowKey])
  const requested = address.get(PARAM)
  const key = requested?.startsWith(EDIT) ? requested.slice(EDIT.length) : undefined
  const listed = () => {
    const pages = client.getQueriesData<{ rows: Row[] }>({ queryKey: [list.path] })
    return pages.flatMap(([, page]) => page?.rows ?? []).find((row) => keyOf(row) === key)
  }
  const set = (value: string | undefined, replace = false) =>
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
    editing: key === undefined ? undefined : opened && keyOf(opened) === key ? opened : listed(),
    add: () => set('add'),
    edit: (row: Row) => {
      setOpened(row)
      set(EDIT + keyOf(row))
    },
    close: () => {
      setOpened(undefined)
      set(undefined, true)
    },
  }
}
