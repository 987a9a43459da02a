import { Link } from 'react-router'
import { segmentPath } from '#areas/segments/paths.ts'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { formatInstant, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, ListEntry, Muted, Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState } from '#kit/web/States.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { endLiveList, type LiveList, listLiveLists } from '../../contract.ts'

/** Shows the segments that a target list follows, each with its number of customers. Empty without segments. */
export function LiveListSegments({ CampaignCode }: { CampaignCode: string }) {
  const t = useT()
  const { data, error, refetch } = useRead(listLiveLists, { Search: { CampaignCode, Status: 'Live' }, Rows: 100 })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || data.count === 0) return null
  return (
    <Card title={t('campaigns:live.title')}>
      <EntryList>
        {data.rows.map((list) => (
          <LiveListEntry key={list.LiveListId} list={list} />
        ))}
      </EntryList>
    </Card>
  )
}

function LiveListEntry({ list: { LiveListId, SegmentId, Name, Targets, AddedAt, EvaluatedAt } }: { list: LiveList }) {
  const t = useT()
  const end = useCall(endLiveList, {
    headline: ({ Name: name }) => t('campaigns:live.ended', { name }),
    failed: 'campaigns:failed.endLive',
  })
  return (
    <ListEntry
      side={
        <ConfirmAction
          label={t('campaigns:live.end')}
          button={{ size: 'small' }}
          title={t('campaigns:live.endQuestion', { name: Name })}
          ok={t('campaigns:live.end')}
          run={() => end.mutateAsync({ LiveListId })}
        />
      }
    >
      <Stack gap="xs">
        <span>
          <Link to={segmentPath({ SegmentId })}>{Name}</Link> ·{' '}
          <strong>{t('campaigns:live.holds', { count: Targets, number: formatPoints(Targets) })}</strong>
        </span>
        <Muted>{t('campaigns:live.since', { since: formatInstant(AddedAt), at: formatInstant(EvaluatedAt) })}</Muted>
      </Stack>
    </ListEntry>
  )
}
