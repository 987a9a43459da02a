import { Alert, Button, Modal } from 'antd'
import { useNavigate } from 'react-router'
import { CallError } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { JobProgress } from '#kit/web/JobProgress.tsx'
import { Row, Stack } from '#kit/web/Layout.tsx'
import { ErrorState } from '#kit/web/States.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type Addition, additionStatus, cancelAddition } from '../../contract.ts'
import { campaignPath } from '../../paths.ts'

const AGAIN_MS = 1_000

/** It goes on where nobody looks; the numbers stay until somebody closes them. */
export function RowsProgress({ sent, onClose }: { sent: Addition; onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const { AdditionId, CampaignCode } = sent
  const { data, error, refetch } = useRead(
    additionStatus,
    { AdditionId },
    { enabled: isOpen(sent), refetchInterval: ({ state }) => (isOpen(state.data ?? sent) ? AGAIN_MS : false) },
  )
  const cancel = useCall(cancelAddition, { failed: 'campaigns:failed.cancelRows' })
  const now = data ?? sent
  return (
    <Modal
      open
      title={t('campaigns:rows.title', { list: sent.Title })}
      width={520}
      onCancel={onClose}
      footer={
        <Row justify="end">
          <Button onClick={onClose}>{t('kit:verbs.close')}</Button>
          {now.Status === 'Completed' && (
            <Button type="primary" onClick={() => void navigate(campaignPath({ CampaignCode, tab: 'targets' }))}>
              {t('campaigns:rows.open')}
            </Button>
          )}
        </Row>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isOpen(now) ? (
        <JobProgress
          label={CampaignCode}
          status={now.Status}
          done={now.RowsDone}
          total={now.RowsExpected}
          step={t('campaigns:rows.goesOn')}
          onCancel={() => cancel.mutate({ AdditionId })}
        />
      ) : (
        <Outcome addition={now} />
      )}
    </Modal>
  )
}

const isOpen = ({ Status }: Addition) => Status === 'Queued' || Status === 'Running'

function Outcome({ addition }: { addition: Addition }) {
  const t = useT()
  const { Status, Added, Already, Excluded, Others, MessageCode, Message } = addition
  if (Status === 'Cancelled') return <Alert type="info" showIcon role="status" title={t('campaigns:rows.cancelled')} />
  if (Status === 'Failed') {
    const why = errorText(new CallError(503, { code: MessageCode ?? '', message: Message ?? '' })).description
    return <Alert type="error" showIcon role="alert" title={t('campaigns:failed.addRows')} description={why} />
  }
  const beside = [
    Already ? t('campaigns:targets.already', { count: Already }) : undefined,
    Excluded ? t('campaigns:targets.excluded', { count: Excluded }) : undefined,
    Others ? t('campaigns:rows.others', { count: Others }) : undefined,
  ].filter((text) => text !== undefined)
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      title={t('campaigns:targets.added', { count: Added ?? 0 })}
      description={
        beside.length > 0 && (
          <Stack gap="xs">
            {beside.map((text) => (
              <span key={text}>{text}</span>
            ))}
          </Stack>
        )
      }
    />
  )
}
