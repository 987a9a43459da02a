import { useCallback, useMemo } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { splitIdentifierWords } from '#kit/web/labels.ts'
import { hasText } from '#kit/web/text-store.ts'
import { useRead } from '#kit/web/useRead.ts'
import type { TextKey } from '#kit/web/vocabulary.ts'
import { listSegmentFields, type SegmentField } from '../../contract.ts'

export type AvailableSegmentFields = ReadonlyMap<string, SegmentField>

/** Returns the available fields for conditions as a list and by name. */
export function useSegmentFields() {
  const { data, error, refetch } = useRead(listSegmentFields, {}, { staleTime: 5 * 60_000 })
  const byName = useMemo<AvailableSegmentFields>(() => new Map(data?.rows.map((field) => [field.Field, field])), [data])
  return { fields: data?.rows, byName, error, refetch }
}

/** Returns a function that returns the label of a field. */
export function useSegmentFieldName() {
  const t = useT()
  return useCallback(
    ({ Area, Name, Title }: SegmentField) => {
      if (Title !== null) return Title
      const key = `${Area}:fields.${Name}`
      return hasText(key) ? t(key as TextKey) : splitIdentifierWords(Name)
    },
    [t],
  )
}
