import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorText } from '#kit/web/i18n.ts'
import { useService } from '#kit/web/slots.ts'
import { shouldRetryRead } from '#kit/web/useRead.ts'
import { type MemberSearchResult, memberSearchService } from '../slots.ts'

const DEBOUNCE_MS = 150
/** The minimum length of a searched text. Shorter texts match too many names and numbers. */
const TYPED_MIN = 2
const FRESH_MS = 10_000

/** The state of the member search: the typed text, and the matching members without the customer `excludedId`. */
export function useMemberSearch(excludedId: number | undefined) {
  const { find } = useService(memberSearchService)
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  /** True if Enter was pressed before the results of the search arrived. */
  const [queued, setQueued] = useState(false)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setSearched(typed.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  const isLongEnough = searched.length >= TYPED_MIN
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['customers.members', searched],
    queryFn: ({ signal }) => find(searched, signal),
    enabled: isLongEnough,
    staleTime: FRESH_MS,
    retry: shouldRetryRead,
    placeholderData: keepPreviousData,
  })
  const members = isLongEnough ? data : undefined
  const current = typed.trim() === searched && !isFetching
  const failed = current && isLongEnough && error !== null
  const rows: readonly MemberSearchResult[] = (members?.rows ?? []).filter(
    ({ CustomerId }) => CustomerId !== excludedId,
  )

  return {
    ...{ typed, queued, open, active, rows },
    count: members?.count ?? 0,
    exact: members?.ExactYN === 'Y',
    /** True if the rows are the result for the text in the search box. */
    settled: current && members !== undefined && !isPlaceholderData && !failed,
    waiting: queued && isFetching,
    error: failed ? errorText(error).description : undefined,
    type: (text: string) => {
      setTyped(text)
      setQueued(false)
      setActive(undefined)
      setOpen(true)
    },
    /** Searches at once. The picker acts on the results when they arrive. */
    submit: (text: string) => {
      setTyped(text)
      setSearched(text.trim())
      setQueued(true)
      setOpen(true)
      if (failed) void refetch()
    },
    answered: () => setQueued(false),
    point: setActive,
    show: () => setOpen(true),
    hide: () => setOpen(false),
    clear: () => {
      setTyped('')
      setSearched('')
      setQueued(false)
      setActive(undefined)
      setOpen(false)
    },
  }
}
