import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { replayEvents, type WebhookEndpoint } from '../../contract.ts'

type Props = { endpoint: WebhookEndpoint | undefined; onClose: () => void }

/** Dialog that sends the stored events of a range to an endpoint again. */
export function ReplayDialog({ endpoint, onClose }: Props) {
  const t = useT()
  return (
    <FormDialog
      area="webhooks"
      open={endpoint !== undefined}
      title={t('webhooks:replay.title')}
      call={replayEvents}
      initial={endpoint && { EndpointId: endpoint.EndpointId }}
      columns={2}
      note={<Muted as="p">{t('webhooks:replay.about')}</Muted>}
      fields={[
        { section: 'webhooks:replay.byTime' },
        'FromTime',
        'ToTime',
        { section: 'webhooks:replay.byPosition' },
        'FromPosition',
        'ToPosition',
      ]}
      submit="webhooks:replay.start"
      done="webhooks:replay.started"
      failed="webhooks:replay.failed"
      onClose={onClose}
    />
  )
}
