import { useT } from '#kit/web/i18n.ts'
import { Columns, Stack } from '#kit/web/Layout.tsx'
import { PageTabs, usePageTab } from '#kit/web/PageTabs.tsx'
import { ErrorState, ForbiddenState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { erpStatus } from '../../contract/erp.ts'
import { ErpMessagesList } from './ErpMessages.tsx'
import { ErpLinkStatus } from './ErpState.tsx'
import { ErpSimulatorPanel } from './Simulator.tsx'
import { TillUsesList } from './TillUses.tsx'

const REFETCH_MS = 10_000

/** Page about the ERP with the connection, messages to the ERP, and voucher uses that the ERP's tills report. */
export function ErpPage() {
  const t = useT()
  const { isHQ } = useSession()
  const { data, error, refetch } = useRead(erpStatus, {}, { refetchInterval: REFETCH_MS, enabled: isHQ })
  const tab = usePageTab(['messages', 'uses'])
  if (!isHQ) return <ForbiddenState />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  const { Failed, ToReview, SimulatedYN } = data
  const withCount = (title: string, count: number) => (count > 0 ? `${title} (${count})` : title)
  return (
    <Stack>
      {SimulatedYN === 'Y' ? (
        <Columns least={380}>
          <ErpLinkStatus status={data} />
          <ErpSimulatorPanel />
        </Columns>
      ) : (
        <ErpLinkStatus status={data} />
      )}
      <PageTabs
        label={t('vouchers:erp.parts')}
        current={tab}
        tabs={[
          { key: 'messages', title: withCount(t('vouchers:erp.messages'), Failed) },
          { key: 'uses', title: withCount(t('vouchers:erp.tillUses'), ToReview) },
        ]}
      />
      {tab === 'uses' ? <TillUsesList /> : <ErpMessagesList />}
    </Stack>
  )
}
