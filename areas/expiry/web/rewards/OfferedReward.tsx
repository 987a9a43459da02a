import { MoneyText } from '#kit/web/Figures.tsx'
import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import type { EligibleMember } from '../../contract/rewards.ts'

/** An eligible or offered reward with its points and voucher value. */
export function ExpiryRewardSummary({ row }: { row: EligibleMember }) {
  const t = useT()
  return (
    <>
      {row.RewardName}
      <Muted as="div" className="carat-figure">
        {t('expiry:points', { points: formatPoints(row.RewardPoints) })}
        {row.RewardValue !== null && (
          <>
            {' · '}
            <MoneyText amount={row.RewardValue} currency />
          </>
        )}
      </Muted>
    </>
  )
}
