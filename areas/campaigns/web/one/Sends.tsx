import { Button } from 'antd'
import { CirclePauseIcon, CirclePlayIcon, SendIcon, SquareIcon } from 'lucide-react'
import { useState } from 'react'
import { ConfirmAction, ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { JobProgress } from '#kit/web/JobProgress.tsx'
import { Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { addSend, type CampaignDetail, listSends, type Send, updateSend } from '../../contract.ts'
import { TemplateSelect } from './TemplateSelect.tsx'

const AGAIN_MS = 3000
const isOpen = ({ Status }: Send) => Status === 'Running' || Status === 'Paused'

/** What is and was sent to the list, and how far it is. */
export function Sends({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const { CampaignCode, Status } = campaign
  const { data, error, refetch } = useRead(
    listSends,
    { Search: { CampaignCode } },
    { refetchInterval: ({ state }) => (state.data?.rows.some((send) => send.Status === 'Running') ? AGAIN_MS : false) },
  )
  const sends = data?.rows ?? []
  const why =
    (Status !== 'Active' && t('campaigns:send.notActive')) ||
    (campaign.HasTargetsYN === 'N' && t('campaigns:send.noList')) ||
    (sends.some(isOpen) && t('campaigns:send.running'))
  return (
    <Card
      title={t('campaigns:send.title')}
      extra={
        <ReasonedButton type="primary" icon={<SendIcon aria-hidden />} reason={why} onClick={() => setAsking(true)}>
          {t('campaigns:send.begin')}
        </ReasonedButton>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState rows={2} />}
      {data?.count === 0 && <Muted>{t('campaigns:send.none')}</Muted>}
      <Stack>
        {sends.map((send) => (
          <OneSend key={send.SendId} send={send} />
        ))}
      </Stack>
      <FormDialog
        area="campaigns"
        title={t('campaigns:send.begin')}
        open={asking}
        onClose={() => setAsking(false)}
        call={addSend}
        fixed={{ CampaignCode }}
        note={t('campaigns:send.note', { percent: campaign.ControlPercent })}
        fields={[{ name: 'TemplateId', control: (props) => <TemplateSelect {...props} /> }, 'SendTo']}
        submit="campaigns:send.begin"
        done="campaigns:send.begun"
        failed="campaigns:failed.send"
      />
    </Card>
  )
}

function OneSend({ send }: { send: Send }) {
  const t = useT()
  const labels = useLabels('campaigns')
  const { SendId, TemplateName, Status, WaitsFor } = send
  const turn = useCall(updateSend, { failed: 'campaigns:failed.send' })
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
      {isOpen(send) ? (
        <Row>
          {Status === 'Running' ? (
            <Button
              size="small"
              icon={<CirclePauseIcon aria-hidden />}
              onClick={() => turn.mutate({ SendId, Status: 'Paused' })}
            >
              {t('campaigns:act.pause')}
            </Button>
          ) : (
            <Button
              size="small"
              icon={<CirclePlayIcon aria-hidden />}
              onClick={() => turn.mutate({ SendId, Status: 'Running' })}
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
            run={() => turn.mutateAsync({ SendId, Status: 'Cancelled' })}
          />
        </Row>
      ) : (
        <Muted>{step}</Muted>
      )}
    </Stack>
  )
}
