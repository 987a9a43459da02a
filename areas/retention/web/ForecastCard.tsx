import { formatDecimal } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getForecast } from '../contract.ts'
import { ReturnChanceTag } from './ChanceTag.tsx'
import { useDurationFormatter } from './time.ts'

/** A customer's usual time between purchases, time since the last one, and forecast. Hidden without purchases. */
export function ForecastCard({ CustomerId }: { CustomerId: number }) {
  const t = useT()
  const durationText = useDurationFormatter()
  const { has } = useSession()
  const forecast = useRead(getForecast, { CustomerId }, { enabled: has('Customer') }).data?.Forecast
  if (!forecast) return null
  const { UsualDays, SilentDays, Chance, ProbabilityActive, ExpectedPurchases } = forecast
  return (
    <Card title={t('retention:card.title')} extra={Chance && Chance !== 'Once' && <ReturnChanceTag chance={Chance} />}>
      <p>
        <strong>
          {UsualDays === null
            ? t('retention:card.once', { silent: durationText(SilentDays) })
            : t('retention:card.usual', { usual: durationText(UsualDays), silent: durationText(SilentDays) })}
        </strong>
      </p>
      {Chance === null || ProbabilityActive === null || ExpectedPurchases === null ? (
        <Muted as="p">{t('retention:card.few')}</Muted>
      ) : (
        <>
          {Chance !== 'Once' && <Muted as="p">{t('retention:card.chance', { percent: ProbabilityActive })}</Muted>}
          <Muted as="p">{t('retention:card.expected', { count: formatDecimal(ExpectedPurchases) })}</Muted>
        </>
      )}
    </Card>
  )
}
