import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { currentLanguage } from './i18n.ts'
import { type Area, useLabels } from './labels.ts'
import { type Provided, useProvided } from './provided.ts'

/** One entry of a select. */
export type Choice = { value: string; label: string; hint?: string | undefined; disabled?: boolean | undefined }

/** Where the entries of a select come from: the outlets, a lookup list, fixed values, or a function that fetches them. */
export type Choices =
  | 'outlet'
  | { list: string }
  | readonly (string | Choice)[]
  | ((provided: Provided) => Promise<readonly Choice[]>)

const LOOKUP_STALE_MS = 10 * 60_000

/** The entries of a select for a field, labelled in the user's language. */
export function useChoices(choices: Choices | undefined, area: Area, field: string) {
  const labels = useLabels(area)
  const provided = useProvided()
  const fetched =
    typeof choices === 'function' || choices === 'outlet' || (typeof choices === 'object' && 'list' in choices)
  const { data, error, isPending } = useQuery({
    queryKey: [
      'kit.choices',
      // A list's own translations come from the server.
      currentLanguage(),
      choices === 'outlet'
        ? choices
        : fetched && typeof choices === 'object'
          ? (choices as { list: string }).list
          : `${area}.${field}`,
    ],
    queryFn: () =>
      choices === 'outlet'
        ? provided.outlets()
        : typeof choices === 'function'
          ? choices(provided)
          : provided.listItems((choices as { list: string }).list),
    enabled: fetched,
    staleTime: LOOKUP_STALE_MS,
    meta: { about: ['list item', 'building', 'lead source'] },
  })
  return useMemo(() => {
    const raw: readonly (string | Choice)[] = fetched
      ? (data ?? [])
      : ((choices as readonly (string | Choice)[] | undefined) ?? [])
    const options = raw.map((entry): Choice => {
      const { value, label = value, ...rest } = typeof entry === 'string' ? { value: entry } : entry
      return { ...rest, value, label: label === value ? labels.value(field, value) : label }
    })
    return { options, loading: fetched && isPending, error: data ? null : error }
  }, [choices, data, error, fetched, field, isPending, labels])
}
