import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { call } from '#kit/web/call.ts'
import { formatDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useCall } from '#kit/web/useCall.ts'
import {
  deletePointRateDetail,
  expirePointRateDetail,
  type RateDetail,
  restorePointRateDetail,
} from '../../contract.ts'

/** Actions that end a running rate period or delete a future one. */
export function RateVersionActions({ detail }: { detail: RateDetail }) {
  const t = useT()
  const { RateDetailId } = detail
  const from = formatDate(detail.EffectiveFrom)
  const expire = useCall(expirePointRateDetail, {
    done: 'points:rate.detailUpdated',
    failed: 'points:rate.expireFailed',
  })
  const remove = useCall(deletePointRateDetail, {
    done: 'points:rate.detailDeleted',
    failed: 'points:rate.detailDeleteFailed',
    undo: () => call(restorePointRateDetail, { RateDetailId }),
  })
  if (detail.Status === 'Active')
    return (
      <ConfirmAction
        label={t('points:rate.expire')}
        title={t('points:rate.expireQuestion', { date: from })}
        body={t('points:rate.expireEffect')}
        danger
        run={() => expire.mutateAsync({ RateDetailId })}
      />
    )
  return (
    <ConfirmAction
      label={t('kit:verbs.delete')}
      title={t('points:rate.detailDeleteQuestion', { date: from })}
      danger
      run={() => remove.mutateAsync({ RateDetailId })}
    />
  )
}
