import { ShortInstant } from '#kit/web/Dates.tsx'
import { LabelledFacts } from '#kit/web/Facts.tsx'
import { formatPoints, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Columns, EntryList, ListEntry, Muted, Stack, TwoLineText } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import type { FeedStatus } from '../contract.ts'
import { API_DOCUMENT } from './ApiDocumentLink.tsx'
import { formatAge, PUBLISHER_LAG_SECONDS } from './words.ts'

type Props = { status: { data: FeedStatus | undefined; error: Error | null; refetch: () => unknown } }

/** The state of the event feed, the hosts that may receive events, and the documents for developers. */
export function FeedTab({ status: { data, error, refetch } }: Props) {
  const t = useT()
  if (error && !data)
    return <ErrorState error={error} title={t('webhooks:feed.failed')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  const { LastPosition, OldestPosition, OldestPublishedAt, PublisherLagSeconds, AllowedHosts } = data
  return (
    <Columns least={380}>
      <Card title={t('webhooks:feed.title')}>
        <Stack>
          <Muted as="p">{t('webhooks:feed.about')}</Muted>
          <LabelledFacts
            items={[
              { label: t('webhooks:feed.last'), value: formatPoints(LastPosition) },
              OldestPosition !== null && {
                label: t('webhooks:feed.oldest'),
                value: (
                  <TwoLineText second={<ShortInstant value={OldestPublishedAt} />}>
                    {formatPoints(OldestPosition)}
                  </TwoLineText>
                ),
              },
              {
                label: t('webhooks:feed.publisher'),
                value:
                  PublisherLagSeconds < PUBLISHER_LAG_SECONDS
                    ? t('webhooks:feed.prompt')
                    : t('webhooks:feed.delayed', { age: formatAge(PublisherLagSeconds) }),
              },
              {
                label: t('webhooks:feed.hosts'),
                wide: true,
                value:
                  AllowedHosts.length > 0 ? (
                    <TwoLineText second={t('webhooks:feed.hostsHint')}>
                      <bdi dir="ltr">{AllowedHosts.join(listSeparator())}</bdi>
                    </TwoLineText>
                  ) : (
                    t('webhooks:endpoint.noneAllowed')
                  ),
              },
            ]}
          />
        </Stack>
      </Card>
      <Card title={t('webhooks:feed.documents')} flush>
        <EntryList>
          <ListEntry>
            <a href={API_DOCUMENT} target="_blank" rel="noreferrer">
              {t('webhooks:endpoint.document')}
            </a>
            <Muted as="small">{t('webhooks:feed.documentHint')}</Muted>
          </ListEntry>
          <ListEntry>
            <a href="api/openapi.json" target="_blank" rel="noreferrer">
              {t('webhooks:feed.generator')}
            </a>
            <Muted as="small">{t('webhooks:feed.generatorHint')}</Muted>
          </ListEntry>
          <ListEntry>
            <a href="api/postman.json" target="_blank" rel="noreferrer">
              {t('webhooks:feed.collection')}
            </a>
            <Muted as="small">{t('webhooks:feed.collectionHint')}</Muted>
          </ListEntry>
        </EntryList>
      </Card>
    </Columns>
  )
}
