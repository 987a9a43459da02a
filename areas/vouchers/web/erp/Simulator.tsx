import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getErpSimulatorState, SimulatorMode, setErpSimulatorMode, useVoucherAtTill } from '../../contract/erp.ts'

/** Controls of the demo's simulated ERP: its behaviour, and the use of a voucher at a till. */
export function ErpSimulatorPanel() {
  const t = useT()
  const labels = useLabels('vouchers')
  const [useDialogOpen, setUseDialogOpen] = useState(false)
  const { data, refetch } = useRead(getErpSimulatorState, {})
  const change = useCall(setErpSimulatorMode, { failed: 'vouchers:simulator.modeFailed', onDone: () => void refetch() })
  return (
    <Card
      title={t('vouchers:simulator.title')}
      extra={<Button onClick={() => setUseDialogOpen(true)}>{t('vouchers:simulator.use')}</Button>}
    >
      <Stack gap="m">
        <Muted as="p">{t('vouchers:erp.demoHint')}</Muted>
        <Row>
          <Segmented
            aria-label={t('vouchers:simulator.mode')}
            value={data?.Mode ?? 'answers'}
            disabled={!data || change.isPending}
            options={SimulatorMode.options.map((value) => ({ value, label: labels.value('Mode', value) }))}
            onChange={(Mode) => change.mutate({ Mode })}
          />
        </Row>
      </Stack>
      <FormDialog
        area="vouchers"
        title={t('vouchers:simulator.use')}
        open={useDialogOpen}
        onClose={() => setUseDialogOpen(false)}
        call={useVoucherAtTill}
        fields={['VoucherNo', 'InvoiceNo', 'OutletCode']}
        submit="vouchers:simulator.useSubmit"
        done="vouchers:simulator.used"
        failed="vouchers:simulator.useFailed"
      />
    </Card>
  )
}
