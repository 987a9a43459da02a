import { useState } from 'react'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { businessDate, getCurrency } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { addRateDetail, type Rate, updateRateDetail } from '../../contract.ts'
import { Example } from './Example.tsx'

type Props = { rate: Rate; dialog: 'add' | number | undefined; onClose: () => void }

/** The form for a new or future period of a rate; for a running period, only its end. */
export function RateDialogs({ rate, dialog, onClose }: Props) {
  const t = useT()
  const [values, setValues] = useState<Record<string, unknown>>({})
  const detail = rate.Details.find(({ RateDetailId }) => RateDetailId === dialog)
  const locked = detail?.Status === 'Active' && t('points:rules.lockActive')
  const shared = {
    area: 'points',
    onClose,
    onValues: setValues,
    columns: 2,
    failed: 'points:rate.failed',
    children: <Example amount={values.Amount} pointRate={values.PointRate} />,
  } as const
  return (
    <>
      <FormDialog
        {...shared}
        open={dialog === 'add'}
        title={t('points:rules.addDetail')}
        call={addRateDetail}
        initial={{ EffectiveFrom: businessDate() }}
        fixed={{ RateId: rate.RateId }}
        fields={[
          { name: 'Amount', prefix: getCurrency() },
          { name: 'PointRate', suffix: t('points:rules.points') },
          'EffectiveFrom',
          { name: 'EffectiveTo', help: 'points:rules.openHelp' },
        ]}
        done="points:rate.detailAdded"
      />
      <FormDialog
        {...shared}
        open={detail !== undefined}
        title={t(locked ? 'points:rules.changeEnd' : 'points:rules.editDetail')}
        call={updateRateDetail}
        initial={detail}
        fields={[
          { name: 'Amount', prefix: getCurrency(), locked },
          { name: 'PointRate', suffix: t('points:rules.points'), locked },
          { name: 'EffectiveFrom', locked },
          { name: 'EffectiveTo', help: 'points:rules.endHelp' },
        ]}
        done="points:rate.detailUpdated"
      />
    </>
  )
}
