import { Alert, Button, Modal } from 'antd'
import { useNavigate } from 'react-router'
import { CallError } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { JobProgress } from '#kit/web/JobProgress.tsx'
import { Row, Stack } from '#kit/web/Layout.tsx'
import { ErrorState } from '#kit/web/States.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { cancelRowsAddition, getRowsAdditionStatus, type RowsAddition } from '../../contract.ts'
import { campaignPath } from '../../paths.ts'

const REFETCH_MS = 1_000

/** Progress and result of adding rows to a target list. Closing the dialog does not stop the job. */
export function RowsAdditionProgress({ addition, onClose }: { addition: RowsAddition; onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const { AdditionId, CampaignCode } = addition
  const { data, error, refetch } = useRead(
    getRowsAdditionStatus,
    { AdditionId },
    {
      enabled: isOpen(addition),
      refetchInterval: ({ state }) => (isOpen(state.data ?? addition) ? REFETCH_MS : false),
    },
  )
  const cancel = useCall(cancelRowsAddition, { failed: 'campaigns:failed.cancelRows' })
  const current = data ?? addition
  return (
    <Modal
      open
      title={t('campaigns:rows.title', { list: addition.Title })}
      width={520}
      onCancel={onClose}
      footer={
        <Row justify="end">
          <Button onClick={onClose}>{t('kit:verbs.close')}</Button>
          {current.Status === 'Completed' && (
            <Button type="primary" onClick={() => void navigate(campaignPath({ CampaignCode, tab: 'audience' }))}>
              {t('campaigns:rows.open')}
            </Button>
          )}
        </Row>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isOpen(current) ? (
        <JobProgress
          label={CampaignCode}
          status={current.Status}
          done={current.RowsDone}
          total={current.RowsExpected}
          step={t('campaigns:rows.goesOn')}
          onCancel={() => cancel.mutate({ AdditionId })}
        />
      ) : (
        <Outcome addition={current} />
      )}
    </Modal>
  )
}

const isOpen = ({ Status }: RowsAddition) => Status === 'Queued' || Status === 'Running'

function Outcome({ addition }: { addition: RowsAddition }) {
  const t = useT()
  const { Status, Added, Already, Excluded, Others, MessageCode, Message } = addition
  if (Status === 'Cancelled') return <Alert type="info" showIcon role="status" title={t('campaigns:rows.cancelled')} />
  if (Status === 'Failed') {
    const description = errorText(new CallError(503, { code: MessageCode ?? '', message: Message ?? '' })).description
    return <Alert type="error" showIcon role="alert" title={t('campaigns:failed.addRows')} description={description} />
  }
  const details = [
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
        details.length > 0 && (
          <Stack gap="xs">
            {details.map((text) => (
              <span key={text}>{text}</span>
            ))}
          </Stack>
        )
      }
    />
  )
}
