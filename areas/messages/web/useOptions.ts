import { useMemo } from 'react'
import { useLabels } from '#kit/web/labels.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getTemplateOptions } from '../contract.ts'
import type { InsertableField } from './editor/insertable.ts'

const STALE_MS = 10 * 60_000
const noNames: readonly never[] = []

/** Fetches the merge fields with translated labels, and the other options of the editor. */
export function useTemplateOptions() {
  const labels = useLabels('messages')
  const read = useRead(getTemplateOptions, {}, { staleTime: STALE_MS })
  const names = read.data?.Names ?? noNames
  const fields = useMemo(
    () =>
      names.map(
        (name): InsertableField => ({
          ...name,
          label: name.Title ?? labels.value('Name', name.Name),
          group: labels.value('Group', name.Group),
        }),
      ),
    [names, labels],
  )
  return { ...read, fields }
}
