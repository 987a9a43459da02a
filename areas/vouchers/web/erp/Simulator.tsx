import { Segmented } from 'antd'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { SimulatorMode, setSimulatorMode, simulatorState, useVoucherAtTill } from '../../contract/erp.ts'

/** The demo's ERP: how it behaves, and a till of it. */
export function Simulator() {
  const t = useT()
  const labels = useLabels('vouchers')
  const { data, refetch } = useRead(simulatorState, {})
  const change = useCall(setSimulatorMode, { failed: 'vouchers:simulator.modeFailed', onDone: () => void refetch() })
  return (
    <Card title={t('vouchers:simulator.title')}>
      <Stack gap="m">
        <Segmented
          aria-label={t('vouchers:simulator.mode')}
          value={data?.Mode ?? 'answers'}
          disabled={!data || change.isPending}
          options={SimulatorMode.options.map((value) => ({ value, label: labels.value('Mode', value) }))}
          onChange={(Mode) => change.mutate({ Mode })}
        />
        <RecordForm
          area="vouchers"
          call={useVoucherAtTill}
          columns={2}
          fields={['VoucherNo', 'InvoiceNo']}
          submit="vouchers:simulator.useSubmit"
          done="vouchers:simulator.used"
          failed="vouchers:simulator.useFailed"
        />
      </Stack>
    </Card>
  )
}
