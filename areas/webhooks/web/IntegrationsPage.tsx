import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { PageTabs, usePageTab } from '#kit/web/PageTabs.tsx'
import { ForbiddenState } from '#kit/web/States.tsx'
import { useRegisterAddAction } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { useRecordDialog } from '#kit/web/useRecordDialog.ts'
import { getFeedStatus, listEndpoints } from '../contract.ts'
import { AttentionCard } from './AttentionCard.tsx'
import { DeliveriesTab } from './deliveries/DeliveriesTab.tsx'
import { EndpointDialogs } from './endpoints/EndpointDialogs.tsx'
import { EndpointsList } from './endpoints/EndpointsList.tsx'
import { FeedTab } from './FeedTab.tsx'
import { ProgramsTab } from './ProgramsTab.tsx'

const REFETCH_MS = 10_000

/** Page of webhooks and of the programs that read the event feed, for head office. */
export function IntegrationsPage() {
  const { isHQ } = useSession()
  return isHQ ? <Integrations /> : <ForbiddenState />
}

function Integrations() {
  const t = useT()
  const tab = usePageTab(['endpoints', 'deliveries', 'programs', 'feed'])
  const dialog = useRecordDialog(listEndpoints, 'EndpointId')
  useRegisterAddAction(dialog.add)
  const status = useRead(getFeedStatus, {}, { refetchInterval: REFETCH_MS })
  return (
    <Stack>
      <AttentionCard status={status} />
      <PageTabs
        label={t('webhooks:tabs.label')}
        current={tab}
        tabs={[
          { key: 'endpoints', title: t('webhooks:tabs.endpoints') },
          { key: 'deliveries', title: t('webhooks:tabs.deliveries') },
          { key: 'programs', title: t('webhooks:tabs.programs') },
          { key: 'feed', title: t('webhooks:tabs.feed') },
        ]}
      />
      {tab === 'endpoints' && <EndpointsList feed={status.data} onAdd={dialog.add} onEdit={dialog.edit} />}
      {tab === 'deliveries' && <DeliveriesTab feed={status.data} />}
      {tab === 'programs' && <ProgramsTab feed={status.data} />}
      {tab === 'feed' && <FeedTab status={status} />}
      <EndpointDialogs
        adding={dialog.adding}
        edited={dialog.editing}
        allowedHosts={status.data?.AllowedHosts}
        onClose={dialog.close}
      />
    </Stack>
  )
}
