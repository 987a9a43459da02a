import { Alert, Button, Modal } from 'antd'
import { useEffect } from 'react'
import { errorText, useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { LoadingState } from '#kit/web/States.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { testEndpoint, type WebhookEndpoint } from '../../contract.ts'
import { describeError, formatMilliseconds } from '../words.ts'

type Props = { endpoint: WebhookEndpoint | undefined; onClose: () => void }

/** Sends a test event when it opens, and shows the reply of the receiver. */
export function TestDialog({ endpoint, onClose }: Props) {
  const t = useT()
  const labels = useLabels('webhooks')
  const { mutate, data, error, isPending } = useCall(testEndpoint, {
    failed: 'webhooks:test.failed',
    errorIn: 'form',
  })
  const EndpointId = endpoint?.EndpointId
  useEffect(() => {
    if (EndpointId !== undefined) mutate({ EndpointId })
  }, [EndpointId, mutate])
  return (
    <Modal
      open={endpoint !== undefined}
      title={t('webhooks:test.title', { name: endpoint?.Name ?? '' })}
      onCancel={onClose}
      footer={
        <>
          <Button disabled={isPending} onClick={() => EndpointId !== undefined && mutate({ EndpointId })}>
            {t('webhooks:test.again')}
          </Button>
          <Button type="primary" onClick={onClose}>
            {t('kit:verbs.close')}
          </Button>
        </>
      }
      destroyOnHidden
    >
      {isPending && (
        <>
          <p>{t('webhooks:test.sending')}</p>
          <LoadingState rows={1} />
        </>
      )}
      {error && !isPending && (
        <Alert type="error" showIcon title={t('webhooks:test.failed')} description={errorText(error).description} />
      )}
      {data && !isPending && (
        <Alert
          role="status"
          type={data.DeliveredYN === 'Y' ? 'success' : 'error'}
          showIcon
          title={data.DeliveredYN === 'Y' ? t('webhooks:test.accepted') : t('webhooks:test.refused')}
          description={
            data.DeliveredYN === 'Y'
              ? t('webhooks:test.result', {
                  status: `${data.StatusCode}`,
                  duration: formatMilliseconds(data.DurationMs),
                })
              : t('webhooks:test.noAnswer', {
                  error: describeError(labels, data),
                  duration: formatMilliseconds(data.DurationMs),
                })
          }
        />
      )}
    </Modal>
  )
}
