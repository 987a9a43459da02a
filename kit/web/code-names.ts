import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { currentLanguage } from './i18n.ts'
import { defineSlot, useSlot } from './slots.ts'

export type CodeNameProvider = {
  /** The name of a field, or the end of the name: `OutletCode` also matches `RegisteredOutletCode`. */
  field: string
  names: () => Promise<Readonly<Record<string, string>>>
  /** The kinds of records whose changes refetch the names. */
  about: readonly string[]
  /** Renders a code in tables and facts where the name alone is not enough. */
  Cell?: ComponentType<{ code: string }>
}

/** The names that tables, facts, charts and files show instead of the codes of a field. */
export const codeNameProviders = defineSlot<CodeNameProvider>('kit.codeNameProviders')

const STALE_MS = 10 * 60_000

export function useCodeNameProvider(field: string | undefined): CodeNameProvider | undefined {
  const all = useSlot(codeNameProviders)
  return field === undefined ? undefined : findCodeNameProvider(all, field)
}

export const findCodeNameProvider = (all: readonly CodeNameProvider[], field: string) =>
  all.find((named) => field.endsWith(named.field))

/** Returns the name of a code, or the code itself while names are loading or if it has no name. */
export function useCodeName(named: CodeNameProvider | undefined): (code: string) => string {
  const { data } = useQuery({
    queryKey: ['kit.codeNames', currentLanguage(), named?.field],
    queryFn: () => named!.names(),
    enabled: named !== undefined,
    staleTime: STALE_MS,
    meta: { about: named?.about ?? [] },
  })
  return (code) => data?.[code] ?? code
}
