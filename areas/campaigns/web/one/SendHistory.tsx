import { Button } from 'antd'
import { CirclePauseIcon, CirclePlayIcon, SquareIcon } from 'lucide-react'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { JobProgress } from '#kit/web/JobProgress.tsx'
import { Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type CampaignSend, listCampaignSends, updateCampaignSend } from '../../contract.ts'

const REFETCH_MS = 3000
export const isUnfinishedSend = ({ Status }: CampaignSend) => Status === 'Running' || Status === 'Paused'

/** The sends of a campaign and their progress. */
export function CampaignSendHistory({ CampaignCode }: { CampaignCode: string }) {
  const t = useT()
  const { data, error, refetch } = useRead(
    listCampaignSends,
    { Search: { CampaignCode } },
    {
      refetchInterval: ({ state }) => (state.data?.rows.some((send) => send.Status === 'Running') ? REFETCH_MS : false),
    },
  )
  return (
    <Card title={t('campaigns:send.title')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState rows={2} />}
      {data?.count === 0 && <Muted>{t('campaigns:send.none')}</Muted>}
      <Stack>
        {(data?.rows ?? []).map((send) => (
          <OneSend key={send.SendId} send={send} />
        ))}
      </Stack>
    </Card>
  )
}

function OneSend({ send }: { send: CampaignSend }) {
  const t = useT()
  const labels = useLabels('campaigns')
  const { SendId, TemplateName, Status, WaitsFor } = send
  const changeStatus = useCall(updateCampaignSend, { failed: 'campaigns:failed.send' })
  const counts = t('campaigns:send.counts', { written: send.Written, heldBack: send.HeldBack, control: send.Control })
  const step =
    (WaitsFor === 'Hours' && t('campaigns:send.waitsForHours')) ||
    (WaitsFor === 'Outbox' && t('campaigns:send.waitsForOutbox')) ||
    (WaitsFor && t('campaigns:send.waitsFor', { what: labels.value('WaitsFor', WaitsFor) })) ||
    counts
  return (
    <Stack gap="xs">
      <JobProgress
        label={`${TemplateName} · ${formatInstant(send.StartedAt)}`}
        status={Status === 'Paused' ? 'Queued' : Status}
        done={send.Done}
        total={send.Targets}
        step={step}
      />
      {isUnfinishedSend(send) ? (
        <Row>
          {Status === 'Running' ? (
            <Button
              size="small"
              icon={<CirclePauseIcon aria-hidden />}
              onClick={() => changeStatus.mutate({ SendId, Status: 'Paused' })}
            >
              {t('campaigns:act.pause')}
            </Button>
          ) : (
            <Button
              size="small"
              icon={<CirclePlayIcon aria-hidden />}
              onClick={() => changeStatus.mutate({ SendId, Status: 'Running' })}
            >
              {t('campaigns:send.resume')}
            </Button>
          )}
          <ConfirmAction
            label={t('campaigns:send.stop')}
            icon={<SquareIcon aria-hidden />}
            button={{ size: 'small', danger: true }}
            title={t('campaigns:send.stopQuestion')}
            ok={t('campaigns:send.stop')}
            danger
            run={() => changeStatus.mutateAsync({ SendId, Status: 'Cancelled' })}
          />
        </Row>
      ) : (
        <Muted>{step}</Muted>
      )}
    </Stack>
  )
}
