import type { Balance } from '#areas/memberships/contract/balance.ts'
import { PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'

// What a balance is made of, and whether each is added or taken.
const terms = [
  ['TotalPointsEarned', 1],
  ['TotalPointsAdjusted', 1],
  ['TotalPointsMerged', 1],
  ['TotalPointsReversed', -1],
  ['TotalPointsRedeemed', -1],
  ['TotalPointsExpired', -1],
] as const

/** The balance at a glance: what can be spent, what waits, what is owed, and the sum that makes it. */
export function BalanceStrip({ balance }: { balance: Balance }) {
  const t = useT()
  const labels = useLabels('points')
  const equation = terms.filter(([field]) => field === 'TotalPointsEarned' || balance[field] !== 0)
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
      </dl>
      <dl className="points-equation" aria-label={t('points:equation')}>
        {equation.map(([field, sign], place) => (
          <div key={field}>
            <dt>{labels.field(field)}</dt>
            <dd>
              {place > 0 && <span aria-hidden>{sign < 0 === balance[field] < 0 ? '+' : '−'} </span>}
              <PointsText points={place > 0 ? Math.abs(balance[field]) : balance[field]} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('points:balance')}</dt>
          <dd>
            <span aria-hidden>= </span>
            <PointsText points={balance.PointBalance} />
          </dd>
        </div>
      </dl>
    </section>
  )
}
