import { type RefObject, useEffect, useState } from 'react'
import { useMedia } from '../useMedia.ts'
import type { ListState } from './address.ts'

type Options = { table: RefObject<{ nativeElement: HTMLElement } | null>; state: ListState }

/**
 * Returns the columns without the `wideOnly` ones while the table would have to scroll with them, for example beside
 * an open menu, and in windows below desktop width. A list keeps the column that sorts it, and all that the user chose.
 */
export function useFittingColumns<Column extends { field: string; wideOnly?: boolean | undefined }>(
  columns: readonly Column[],
  { table, state }: Options,
): readonly Column[] {
  const isDesktop = useMedia('(min-width: 1200px)')
  /** The width in pixels that all columns need, while the table has less. */
  const [neededWidth, setNeededWidth] = useState<number>()
  useEffect(() => {
    const body = table.current?.nativeElement.querySelector('.ant-table-body')
    if (!body?.firstElementChild) return
    const observer = new ResizeObserver(() => {
      if (neededWidth === undefined && body.scrollWidth > body.clientWidth) setNeededWidth(body.scrollWidth)
      else if (neededWidth !== undefined && body.clientWidth >= neededWidth) setNeededWidth(undefined)
    })
    // A menu that closes widens the body, and names that load later widen the table in it.
    for (const element of [body, body.firstElementChild]) observer.observe(element)
    return () => observer.disconnect()
  })
  if (state.columns || (isDesktop && neededWidth === undefined)) return columns
  return columns.filter(({ field, wideOnly }) => !wideOnly || field === state.sort)
}
