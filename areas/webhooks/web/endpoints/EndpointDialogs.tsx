import { Alert } from 'antd'
import { useState } from 'react'
import type { CallError } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { addEndpoint, refusals, updateEndpoint, type WebhookEndpoint } from '../../contract.ts'
import { eventTypeChoices } from '../words.ts'
import { type NewSecret, WebhookSecretDialog } from './WebhookSecretDialog.tsx'

type Props = {
  adding: boolean
  edited: WebhookEndpoint | undefined
  /** The hosts that the operator allows; undefined until they are loaded. */
  allowedHosts: readonly string[] | undefined
  onClose: () => void
}

/** Shows a refused host below the URL, and a used name below the name. */
function fieldOfRefusal({ code }: CallError): 'Url' | 'Name' | undefined {
  if (code === refusals.hostNotAllowed.code || code === refusals.httpNotAllowed.code) return 'Url'
  return code === refusals.nameTaken.code ? 'Name' : undefined
}

/** Dialogs to add and edit an endpoint; the secret of a new endpoint is shown once. */
export function EndpointDialogs({ adding, edited, allowedHosts, onClose }: Props) {
  const t = useT()
  const labels = useLabels('webhooks')
  const [secret, setSecret] = useState<NewSecret>()
  const fields = [
    { name: 'Name', help: 'webhooks:endpoint.nameHelp' },
    { name: 'Url', example: 'https://example.com/webhooks' },
    { name: 'Types', choices: eventTypeChoices(labels), help: 'webhooks:endpoint.typesHelp' },
  ] as const
  const form = {
    area: 'webhooks',
    note: allowedHosts && <AllowedHosts hosts={allowedHosts} />,
    fields,
    failed: 'webhooks:endpoint.saveFailed',
    placeOf: fieldOfRefusal,
    onClose,
  } as const
  return (
    <>
      <FormDialog
        {...form}
        open={adding}
        title={t('webhooks:screens.addEndpoint')}
        call={addEndpoint}
        done="webhooks:endpoint.added"
        onDone={({ Endpoint, Secret }) => setSecret({ endpoint: Endpoint, value: Secret })}
      />
      <FormDialog
        {...form}
        open={edited !== undefined}
        title={t('webhooks:endpoint.edit')}
        call={updateEndpoint}
        initial={edited}
        done="webhooks:endpoint.saved"
      />
      <WebhookSecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </>
  )
}

function AllowedHosts({ hosts }: { hosts: readonly string[] }) {
  const t = useT()
  return (
    <Alert
      type={hosts.length > 0 ? 'info' : 'warning'}
      showIcon
      title={
        hosts.length > 0
          ? t('webhooks:endpoint.allowed', { hosts: hosts.join(listSeparator()) })
          : t('webhooks:endpoint.noneAllowed')
      }
    />
  )
}
