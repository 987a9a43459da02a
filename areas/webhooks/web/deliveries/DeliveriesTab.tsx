import { Stack } from '#kit/web/Layout.tsx'
import type { FeedStatus } from '../../contract.ts'
import { DeliveriesList } from './DeliveriesList.tsx'
import { LinesList } from './LinesList.tsx'

/** The events that wait for a retry, if there are any, and the log of all attempts. */
export function DeliveriesTab({ feed }: { feed: FeedStatus | undefined }) {
  const hasLines = feed?.Endpoints.some(({ WaitingLines, ParkedLines }) => WaitingLines + ParkedLines > 0) ?? false
  const endpoints = (feed?.Endpoints ?? []).map(({ EndpointId, Name }) => ({ value: `${EndpointId}`, label: Name }))
  return (
    <Stack>
      {hasLines && <LinesList endpoints={endpoints} />}
      <DeliveriesList endpoints={endpoints} />
    </Stack>
  )
}
