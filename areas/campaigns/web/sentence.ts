import { formatDate, formatMoney, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import type { NewObject } from '../contract.ts'

/** A campaign as far as it is known: one that is stored, or one that is being typed. */
export type Terms = {
  AwardPointYN?: string | null
  AwardPoint?: number | null
  Multiplier?: string | null
  AwardPer?: string | null
  MinimumPurchase?: string | null
  StartDate?: string | null
  EndDate?: string | null
  BudgetPoints?: number | null
  RewardName?: string | null
  ControlPercent?: number | null
}

const times = (multiplier: string) => multiplier.replace(/\.?0+$/, '')

/** What is awarded, in a few words. */
export function useAwardWords() {
  const t = useT()
  return ({ AwardPointYN, AwardPoint, Multiplier }: Terms) => {
    if (AwardPointYN !== 'Y') return null
    if (Multiplier) return t('campaigns:sentence.times', { times: times(Multiplier) })
    return AwardPoint ? t('campaigns:sentence.points', { points: formatPoints(AwardPoint) }) : null
  }
}

/** What a campaign does, in one sentence, and what narrows it in one each. */
export function useSentences() {
  const t = useT()
  const labels = useLabels('campaigns')
  const award = useAwardWords()
  return (terms: Terms, objects: readonly NewObject[]): string[] => {
    const { StartDate, EndDate, AwardPer, MinimumPurchase, BudgetPoints, RewardName, ControlPercent } = terms
    if (!StartDate || !EndDate) return []
    const of = (code: string) => objects.filter(({ ObjectCode }) => ObjectCode === code)
    const outlets = of('Outlet').length
    const where =
      outlets === 0 ? t('campaigns:sentence.everywhere') : t('campaigns:sentence.outlets', { count: outlets })
    const when = { where, from: formatDate(StartDate), until: formatDate(EndDate) }
    const what = award(terms)
    const lines = [
      what === null
        ? t('campaigns:sentence.none', when)
        : t(AwardPer === 'Member' ? 'campaigns:sentence.perMember' : 'campaigns:sentence.perInvoice', {
            ...when,
            award: what,
          }),
    ]
    if (MinimumPurchase && Number(MinimumPurchase) > 0)
      lines.push(t('campaigns:sentence.minimum', { amount: formatMoney(MinimumPurchase, { currency: true }) }))
    for (const code of ['Brand', 'ProductGroup', 'ProductType', 'StockGroup', 'CardCategory'] as const) {
      const values = of(code).map(({ ObjectValue }) => ObjectValue)
      if (values.length > 0)
        lines.push(t('campaigns:sentence.only', { kind: labels.value('ObjectCode', code), values: values.join(', ') }))
    }
    if (BudgetPoints) lines.push(t('campaigns:sentence.budget', { points: formatPoints(BudgetPoints) }))
    if (RewardName) lines.push(t('campaigns:sentence.reward', { reward: RewardName }))
    if (ControlPercent) lines.push(t('campaigns:sentence.control', { percent: ControlPercent }))
    return lines
  }
}
