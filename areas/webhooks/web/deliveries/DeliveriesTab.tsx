import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { PageSection } from '#kit/web/Sections.tsx'
import type { FeedStatus } from '../../contract.ts'
import { DeliveriesList } from './DeliveriesList.tsx'
import { LinesList } from './LinesList.tsx'

/** The events that wait for a retry, if there are any, and the log of all attempts. */
export function DeliveriesTab({ feed }: { feed: FeedStatus | undefined }) {
  const t = useT()
  const hasLines = feed?.Endpoints.some(({ WaitingLines, ParkedLines }) => WaitingLines + ParkedLines > 0) ?? false
  const endpoints = (feed?.Endpoints ?? []).map(({ EndpointId, Name }) => ({ value: `${EndpointId}`, label: Name }))
  return (
    <Stack gap="xl">
      {hasLines && (
        <PageSection title={t('webhooks:line.list')}>
          <LinesList endpoints={endpoints} />
        </PageSection>
      )}
      <PageSection title={t('webhooks:delivery.attempts')}>
        <DeliveriesList endpoints={endpoints} />
      </PageSection>
    </Stack>
  )
}
