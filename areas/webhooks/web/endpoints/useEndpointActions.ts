import { useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { useCall } from '#kit/web/useCall.ts'
import { endPreviousSecret, pauseEndpoint, removeEndpoint, rotateSecret, type WebhookEndpoint } from '../../contract.ts'
import type { NewSecret } from './WebhookSecretDialog.tsx'

/** The calls of an endpoint's menu, and the endpoint of the open dialog. */
export function useEndpointActions() {
  const t = useT()
  const [tested, setTested] = useState<WebhookEndpoint>()
  const [replayed, setReplayed] = useState<WebhookEndpoint>()
  const [secret, setSecret] = useState<NewSecret>()
  const pause = useCall(pauseEndpoint, {
    done: ({ Name }) => t('webhooks:endpoint.pausedDone', { name: Name }),
    failed: 'webhooks:endpoint.pauseFailed',
  })
  const rotate = useCall(rotateSecret, {
    done: 'webhooks:secret.rotated',
    failed: 'webhooks:secret.rotateFailed',
    onDone: ({ Endpoint, Secret }) => setSecret({ endpoint: Endpoint, value: Secret }),
  })
  const end = useCall(endPreviousSecret, { done: 'webhooks:secret.ended', failed: 'webhooks:secret.endFailed' })
  const remove = useCall(removeEndpoint, {
    done: 'webhooks:endpoint.deleted',
    failed: 'webhooks:endpoint.deleteFailed',
  })
  return {
    tested,
    setTested,
    replayed,
    setReplayed,
    secret,
    setSecret,
    pause: ({ EndpointId }: WebhookEndpoint) => pause.mutateAsync({ EndpointId }),
    rotate: ({ EndpointId }: WebhookEndpoint) => rotate.mutateAsync({ EndpointId }),
    endPreviousSecret: ({ EndpointId }: WebhookEndpoint) => end.mutateAsync({ EndpointId }),
    remove: ({ EndpointId }: WebhookEndpoint) => remove.mutateAsync({ EndpointId }),
  }
}
