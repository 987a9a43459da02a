import { useT } from '#kit/web/i18n.ts'
import { calculateRateExample } from './sentence.ts'

/** Shows what a rate earns ("RM 1,000 earns 100 points") while staff type the rate. */
export function RateExample({ amount, pointRate }: { amount: unknown; pointRate: unknown }) {
  const t = useT()
  const example = calculateRateExample(amount, pointRate)
  return (
    <p role="status" style={{ minBlockSize: 22, fontWeight: 600 }}>
      {example && t('points:rules.example', example)}
    </p>
  )
}
