import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { rowKindsOfEndpoint } from '#kit/contract/endpoint.ts'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { Timeline } from '#kit/web/Timeline.tsx'
import { shouldRetryRead } from '#kit/web/useRead.ts'
import type { CustomerView } from '../../contract/customers.ts'
import { customerTimeline, type TimelineKind } from '../../contract/timeline.ts'
import { combineConsentEntries, useTimelineItemRenderer } from './feed-items.tsx'

const filters = {
  all: undefined,
  sales: ['Sale', 'Return'],
  points: ['Points'],
  rewards: ['Reward'],
  contacts: ['Contact', 'Activity', 'Feedback'],
  level: ['Level'],
  profile: ['Registered', 'Amendment', 'Address', 'Consent', 'Referral'],
} as const satisfies Record<string, readonly TimelineKind[] | undefined>
type Filter = keyof typeof filters
const names = Object.keys(filters) as Filter[]

const ROWS = 20

/** The feed of all events of a customer, newest first. */
export function CustomerTimeline({ customer }: { customer: CustomerView }) {
  const t = useT()
  const itemOf = useTimelineItemRenderer()
  const [filter, setFilter] = useFilter()
  const kinds = filters[filter]
  const feed = useInfiniteQuery({
    queryKey: [customerTimeline.path, customer.CustomerId, filter],
    meta: { about: rowKindsOfEndpoint(customerTimeline) },
    queryFn: ({ pageParam, signal }) =>
      call(
        customerTimeline,
        {
          Page: pageParam,
          Rows: ROWS,
          Search: { CustomerId: customer.CustomerId, ...(kinds && { Kind: [...kinds] }) },
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * ROWS < last.count ? pages.length + 1 : undefined),
    retry: shouldRetryRead,
  })
  const entries = feed.data?.pages.flatMap(({ rows }) => rows) ?? []

  return (
    <Card
      title={t('customers:feed.title')}
      extra={
        <fieldset className="carat-segments" aria-label={t('kit:verbs.show')}>
          {names.map((name) => (
            <button key={name} type="button" aria-pressed={name === filter} onClick={() => setFilter(name)}>
              {t(`customers:feed.${name}`)}
            </button>
          ))}
        </fieldset>
      }
    >
      {feed.error ? (
        <ErrorState error={feed.error} onRetry={() => void feed.refetch()} />
      ) : feed.isPending ? (
        <LoadingState rows={6} />
      ) : entries.length === 0 ? (
        <EmptyState title={t('customers:feed.empty')} />
      ) : (
        <Timeline
          label={t('customers:feed.title')}
          items={combineConsentEntries(entries).map(itemOf)}
          loading={feed.isFetchingNextPage}
          onMore={feed.hasNextPage ? () => void feed.fetchNextPage() : undefined}
        />
      )}
    </Card>
  )
}

function useFilter() {
  const [address, setAddress] = useSearchParams()
  const requested = address.get('feed') as Filter | null
  const set = (name: Filter) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        if (name === 'all') next.delete('feed')
        else next.set('feed', name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return [requested && names.includes(requested) ? requested : 'all', set] as const
}
