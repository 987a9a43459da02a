import type { ExplainedLot } from '../../contract.ts'

/** A decimal text as a fraction: '1.25' is 125 over 100. Exact, where a float is not. */
function fractionOf(text: string | null): [bigint, bigint] {
  const [whole = '1', decimals = ''] = (text ?? '1').split('.')
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)]
}

/** What the lines of a lot would earn by their rates and multipliers alone, rounded down once; undefined without amounts. */
export function expectedPoints({
  Lines,
  StructureMultiplier,
  LevelMultiplier,
}: Pick<ExplainedLot, 'Lines' | 'StructureMultiplier' | 'LevelMultiplier'>): number | undefined {
  if (Lines.some(({ NetAmount }) => NetAmount === null)) return undefined
  const [plan, planOver] = fractionOf(StructureMultiplier)
  const [level, levelOver] = fractionOf(LevelMultiplier)
  const [above, below] = Lines.filter(({ EligibleYN, RateAmount }) => EligibleYN === 'Y' && RateAmount !== null).reduce(
    ([sum, over], line) => {
      const [net, netOver] = fractionOf(line.NetAmount)
      const [rate, rateOver] = fractionOf(line.PointRate)
      const [step, stepOver] = fractionOf(line.RateAmount)
      const [raw, rawOver] = [net * rate * stepOver, netOver * rateOver * step]
      return [sum * rawOver + raw * over, over * rawOver] as [bigint, bigint]
    },
    [0n, 1n] as [bigint, bigint],
  )
  return Number((above * plan * level) / (below * planOver * levelOver))
}
