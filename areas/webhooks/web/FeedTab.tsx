import { LabelledFacts } from '#kit/web/Facts.tsx'
import { formatPoints, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Columns, EntryList, ListEntry, Muted, Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import type { FeedStatus } from '../contract.ts'
import { API_DOCUMENT } from './ApiDocumentLink.tsx'

type Props = { status: { data: FeedStatus | undefined; error: Error | null; refetch: () => unknown } }

/** The state of the event feed, the hosts that may receive events, and the documents for developers. */
export function FeedTab({ status: { data, error, refetch } }: Props) {
  const t = useT()
  if (error && !data)
    return <ErrorState error={error} title={t('webhooks:feed.failed')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  const { LastPosition, AllowedHosts } = data
  return (
    <Columns least={380}>
      <Card title={t('webhooks:feed.title')}>
        <Stack>
          <Muted as="p">{t('webhooks:feed.about')}</Muted>
          <LabelledFacts
            items={[
              { label: t('webhooks:feed.last'), value: formatPoints(LastPosition) },
              {
                label: t('webhooks:feed.hosts'),
                wide: true,
                value:
                  AllowedHosts.length > 0 ? (
                    <>
                      <bdi dir="ltr">{AllowedHosts.join(listSeparator())}</bdi>
                      <Muted as="div">{t('webhooks:feed.hostsHint')}</Muted>
                    </>
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
