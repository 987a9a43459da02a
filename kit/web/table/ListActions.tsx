import type { ComponentType } from 'react'
import { defineService, defineSlot, SlotPart, SlotParts, useService } from '../slots.ts'
import type { ListExportInfo } from './export-info.ts'

type ListAction = ComponentType<{ info: ListExportInfo }>

/** The export button in the toolbar of every list, contributed by an area. */
export const listExport = defineService<ListAction>('kit.listExport', { value: () => null })

/** Further actions for all rows of a list, beside the export button. */
export const listActions = defineSlot<ListAction>('kit.listActions')

/** Shows the export button of a list and the actions that areas contribute. */
export function ListActions({ info }: { info: ListExportInfo }) {
  const exportPart = useService(listExport)
  return (
    <>
      <SlotPart part={exportPart} props={{ info }} />
      <SlotParts slot={listActions} props={{ info }} />
    </>
  )
}
