import { PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import type { Balance } from '../contract.ts'

/** The balance at a glance: what can be spent, what waits, what is owed, and what it was made of. */
export function BalanceStrip({ balance }: { balance: Balance }) {
  const t = useT()
  const labels = useLabels('points')
  const parts = (
    [
      'TotalPointsEarned',
      'TotalPointsRedeemed',
      'TotalPointsExpired',
      'TotalPointsReversed',
      'TotalPointsAdjusted',
    ] as const
  ).filter((field) => field === 'TotalPointsEarned' || balance[field] !== 0)
  return (
    <section className="carat-card points-strip" aria-label={t('points:balance')}>
      <dl>
        <div className="points-main">
          <dt>{labels.field('Available')}</dt>
          <dd>
            <PointsText points={balance.Available} />
          </dd>
        </div>
        {balance.Pending > 0 && (
          <div>
            <dt>{labels.field('Pending')}</dt>
            <dd>
              <PointsText points={balance.Pending} />
            </dd>
          </div>
        )}
        {balance.Arrears > 0 && (
          <div>
            <dt>{labels.field('Arrears')}</dt>
            <dd>
              <PointsText points={-balance.Arrears} sign="signed" />
            </dd>
          </div>
        )}
        {parts.map((field) => (
          <div key={field} className="points-minor">
            <dt>{labels.field(field)}</dt>
            <dd>
              <PointsText points={balance[field]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
