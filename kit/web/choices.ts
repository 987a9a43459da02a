import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { currentLanguage } from './i18n.ts'
import { type TextNamespace, useLabels } from './labels.ts'
import { defineService, type Service, useService } from './slots.ts'

/** One option of a select. */
export type SelectChoice = { value: string; label: string; hint?: string | undefined; disabled?: boolean | undefined }

/** The options of a select: outlets, a lookup list, fixed values, a function that fetches them, or a service. */
export type SelectChoiceSource =
  | 'outlet'
  | { list: string }
  | readonly (string | SelectChoice)[]
  | FetchChoices
  | Service<FetchChoices>

export type FetchChoices = () => Promise<readonly SelectChoice[]>

const noChoices = async () => []

/** The outlets that a user may choose in a select. */
export const outletSelectChoices = defineService<FetchChoices>('kit.outletSelectChoices', { value: noChoices })

/** The items of a lookup list as options, in the user's language. */
export const lookupListChoices = defineService<(list: string) => Promise<readonly SelectChoice[]>>(
  'kit.lookupListChoices',
  {
    value: noChoices,
  },
)

const isService = (choices: SelectChoiceSource | undefined): choices is Service<FetchChoices> =>
  // Checks for arrays first, because arrays have a method `with`, as services do.
  typeof choices === 'object' && !Array.isArray(choices) && 'with' in choices

const LOOKUP_STALE_MS = 10 * 60_000

/** Returns the options of a select for a field, labelled in the user's language. */
export function useChoices(choices: SelectChoiceSource | undefined, area: TextNamespace, field: string) {
  const labels = useLabels(area)
  const fetchItems = useService(lookupListChoices)
  const fetchProvided = useService(isService(choices) ? choices : outletSelectChoices)
  const isFetched =
    typeof choices === 'function' ||
    choices === 'outlet' ||
    isService(choices) ||
    (typeof choices === 'object' && 'list' in choices)
  const { data, error, isPending } = useQuery({
    queryKey: [
      'kit.choices',
      // Caches options by language, because the server translates list items.
      currentLanguage(),
      choices === 'outlet'
        ? choices
        : isService(choices)
          ? choices.name
          : isFetched && typeof choices === 'object'
            ? (choices as { list: string }).list
            : `${area}.${field}`,
    ],
    queryFn: () =>
      typeof choices === 'function'
        ? choices()
        : choices === 'outlet' || isService(choices)
          ? fetchProvided()
          : fetchItems((choices as { list: string }).list),
    enabled: isFetched,
    staleTime: LOOKUP_STALE_MS,
    meta: { about: ['list item', 'building', 'lead source'] },
  })
  return useMemo(() => {
    const entries: readonly (string | SelectChoice)[] = isFetched
      ? (data ?? [])
      : ((choices as readonly (string | SelectChoice)[] | undefined) ?? [])
    const options = entries.map((entry): SelectChoice => {
      const { value, label = value, ...choiceProps } = typeof entry === 'string' ? { value: entry } : entry
      return { ...choiceProps, value, label: label === value ? labels.value(field, value) : label }
    })
    return { options, loading: isFetched && isPending, error: data ? null : error }
  }, [choices, data, error, isFetched, field, isPending, labels])
}
