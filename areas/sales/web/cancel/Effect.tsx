import { Alert } from 'antd'
import type { Reply } from '#kit/contract/endpoint.ts'
import { formatMoney, formatPoints, getCurrency } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { SumList } from '#kit/web/Layout.tsx'
import type { previewCancellation } from '../../contract.ts'
import { toCents, unitsToAmount } from '../amounts.ts'
import { RemainingQuantityChange } from './CancelLines.tsx'

type Preview = Reply<typeof previewCancellation>

/** Shows the effect of a cancellation on money and on the member's balance after every change. */
export function CancellationEffectPreview({ preview }: { preview: Preview }) {
  const t = useT()
  const {
    MembershipNo,
    Lines,
    PointsBack,
    BonusBack,
    PointsRefunded,
    AvailableBefore,
    AvailableAfter,
    ArrearsBefore,
    ArrearsAfter,
  } = preview
  const back = unitsToAmount(
    Lines.reduce((sum, { AmountBefore, AmountAfter }) => sum + toCents(AmountBefore) - toCents(AmountAfter), 0n),
  )
  const amount = `${getCurrency()} ${formatMoney(back)}`
  const points = formatPoints(PointsBack)
  const title = MembershipNo ? t('sales:cancel.effect', { amount, points }) : t('sales:cancel.effectWalkIn', { amount })
  return (
    <Alert
      type="warning"
      showIcon
      aria-live="polite"
      role="status"
      style={{ marginBlock: 16 }}
      title={title}
      {...((MembershipNo || PointsRefunded > 0) && {
        description: (
          <>
            {BonusBack > 0 && <p>{t('sales:cancel.effectBonus', { points: formatPoints(BonusBack) })}</p>}
            {PointsRefunded > 0 &&
              t('sales:cancel.refund', { count: PointsRefunded, points: formatPoints(PointsRefunded) })}
            <SumList
              items={[
                MembershipNo !== null && {
                  label: t('sales:cancel.available'),
                  value: (
                    <RemainingQuantityChange
                      before={formatPoints(AvailableBefore)}
                      after={formatPoints(AvailableAfter)}
                    />
                  ),
                },
                ArrearsAfter > 0 && {
                  label: t('sales:cancel.owed'),
                  value: (
                    <RemainingQuantityChange before={formatPoints(ArrearsBefore)} after={formatPoints(ArrearsAfter)} />
                  ),
                },
              ]}
            />
            {ArrearsAfter > ArrearsBefore && t('sales:cancel.follow')}
          </>
        ),
      })}
    />
  )
}
