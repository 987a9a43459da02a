import type { Balance } from '#areas/memberships/contract/balance.ts'
import { PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, SummaryBar } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'

// The fields that add up to a balance, each with the sign of its addend.
const terms = [
  ['TotalPointsEarned', 1],
  ['TotalPointsAdjusted', 1],
  ['TotalPointsMerged', 1],
  ['TotalPointsReversed', -1],
  ['TotalPointsRedeemed', -1],
  ['TotalPointsExpired', -1],
] as const

/** Shows the sum that makes up a balance, and its available, pending, reserved and owed points. */
export function BalanceSummaryBar({ balance }: { balance: Balance }) {
  const t = useT()
  const labels = useLabels('points')
  const equation = terms.filter(([field]) => field === 'TotalPointsEarned' || balance[field] !== 0)
  // A balance without pending points and arrears equals the available points.
  const plain = balance.Available === balance.PointBalance
  return (
    <SummaryBar
      band
      label={t('points:equation')}
      items={[
        ...equation.map(([field, sign], index) => ({
          label: labels.field(field),
          value: (
            <>
              {index > 0 && <Sign>{sign < 0 === balance[field] < 0 ? '+' : '−'}</Sign>}
              <PointsText points={index > 0 ? Math.abs(balance[field]) : balance[field]} />
            </>
          ),
        })),
        {
          label: plain ? labels.field('Available') : t('points:balance'),
          value: (
            <>
              <Sign>=</Sign>
              <span className={plain ? 'carat-good' : ''}>
                <PointsText points={balance.PointBalance} />
              </span>
            </>
          ),
        },
        !plain && {
          label: labels.field('Available'),
          value: (
            <span className="carat-good">
              <PointsText points={balance.Available} />
            </span>
          ),
        },
        balance.Pending > 0 && { label: labels.field('Pending'), value: <PointsText points={balance.Pending} /> },
        balance.Reserved > 0 && { label: labels.field('Reserved'), value: <PointsText points={balance.Reserved} /> },
        balance.Arrears > 0 && {
          label: labels.field('Arrears'),
          value: <PointsText points={-balance.Arrears} sign="signed" />,
        },
      ]}
    />
  )
}

const Sign = ({ children }: { children: string }) => (
  <Muted aria-hidden style={{ fontSize: 'inherit' }}>
    {children}
    {'\u2002'}
  </Muted>
)
