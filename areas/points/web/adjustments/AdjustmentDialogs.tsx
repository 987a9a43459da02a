import { useState } from 'react'
import { MemberField } from '#areas/customers/web/index.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { t as text, useT } from '#kit/web/i18n.ts'
import { type Adjustment, addAdjustment, updateAdjustment } from '../../contract.ts'
import { AdjustmentForecast } from './Forecast.tsx'

type Props = { adding: boolean; editing: Adjustment | undefined; onClose: () => void }

export function AdjustmentDialogs({ adding, editing, onClose }: Props) {
  const t = useT()
  const [values, setValues] = useState<Record<string, unknown>>({})
  return (
    <>
      <FormDialog
        area="points"
        call={addAdjustment}
        open={adding}
        title={t('points:screens.adjustmentAdd')}
        onClose={() => {
          setValues({})
          onClose()
        }}
        columns={2}
        onValues={setValues}
        initial={{ TransactionType: 'Adjust In' }}
        fields={[
          {
            name: 'MembershipNo',
            label: 'points:fields.FullName',
            wide: true,
            control: (props) => <MemberField {...props} autoFocus />,
          },
          'TransactionType',
          { name: 'PointAmount', kind: 'points' },
          { name: 'ReasonCode', choices: { list: 'AdjustmentReason' } },
          { name: 'InvoiceNo', help: 'points:adjustment.invoiceHelp' },
          { name: 'Remark', wide: true },
          {
            name: 'ExpiryDate',
            help: 'points:adjustment.expiryHelp',
            show: ({ TransactionType }) => TransactionType !== 'Adjust Out',
          },
        ]}
        done={({ ApprovalId }) => text(ApprovalId === null ? 'points:adjustment.saved' : 'points:adjustment.waits')}
        failed="points:adjustment.failed"
      >
        <AdjustmentForecast values={values} />
      </FormDialog>
      <FormDialog
        area="points"
        call={updateAdjustment}
        open={editing !== undefined}
        title={t('points:adjustment.editTitle', { name: editing?.FullName ?? '' })}
        onClose={onClose}
        initial={editing}
        fields={['Remark', { name: 'InvoiceNo', help: 'points:adjustment.invoiceHelp' }]}
        done="points:adjustment.saved"
        failed="points:adjustment.failed"
      />
    </>
  )
}
