import type { ComponentType } from 'react'
import { SlotPart, SlotParts, service, slot, useService } from '../slots.ts'
import type { ListExportInfo } from './export-info.ts'

type ListAction = ComponentType<{ info: ListExportInfo }>

/** Writes a list to a file, in the toolbar of every list. */
export const listExport = service<ListAction>('kit.listExport', { value: () => null })

/** What else can be done with all rows of a list, beside its export. */
export const listActions = slot<ListAction>('kit.listActions')

/** The export of a list and what areas do with its rows. */
export function ListActions({ info }: { info: ListExportInfo }) {
  const exportPart = useService(listExport)
  return (
    <>
      <SlotPart part={exportPart} props={{ info }} />
      <SlotParts slot={listActions} props={{ info }} />
    </>
  )
}
