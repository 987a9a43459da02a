import { formatDate, formatDecimal, formatMoney, formatPoints, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import type { NewObject } from '../contract.ts'

/** The terms of a stored campaign, or of a campaign in the form. */
export type CampaignTerms = {
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

/** Returns a function that describes the award of a campaign in a few words. */
export function useAwardDescription() {
  const t = useT()
  return ({ AwardPointYN, AwardPoint, Multiplier }: CampaignTerms) => {
    if (AwardPointYN !== 'Y') return null
    if (Multiplier) return t('campaigns:sentence.times', { times: times(Multiplier) })
    return AwardPoint ? t('campaigns:sentence.points', { points: formatPoints(AwardPoint) }) : null
  }
}

/** Describes the offer of a campaign: one sentence for the award and one for each restriction. */
export function useOfferSentences() {
  const t = useT()
  const labels = useLabels('campaigns')
  const award = useAwardDescription()
  return (terms: CampaignTerms, objects: readonly NewObject[]): string[] => {
    const { StartDate, EndDate, AwardPer, MinimumPurchase, BudgetPoints, RewardName, ControlPercent } = terms
    if (!StartDate || !EndDate) return []
    const objectsOfKind = (code: string) => objects.filter(({ ObjectCode }) => ObjectCode === code)
    const outlets = objectsOfKind('Outlet').length
    const where =
      outlets === 0 ? t('campaigns:sentence.everywhere') : t('campaigns:sentence.outlets', { count: outlets })
    const common = { where, from: formatDate(StartDate), until: formatDate(EndDate) }
    const awardText = award(terms)
    const lines = [
      awardText === null
        ? t('campaigns:sentence.none', common)
        : t(AwardPer === 'Member' ? 'campaigns:sentence.perMember' : 'campaigns:sentence.perInvoice', {
            ...common,
            award: awardText,
          }),
    ]
    if (MinimumPurchase && Number(MinimumPurchase) > 0)
      lines.push(t('campaigns:sentence.minimum', { amount: formatMoney(MinimumPurchase, { currency: true }) }))
    for (const code of ['Brand', 'ProductGroup', 'ProductType', 'StockGroup', 'CardCategory'] as const) {
      const values = objectsOfKind(code).map(({ ObjectValue }) => ObjectValue)
      if (values.length > 0)
        lines.push(
          t('campaigns:sentence.only', {
            kind: labels.value('ObjectCode', code),
            values: values.join(listSeparator()),
          }),
        )
    }
    if (BudgetPoints) lines.push(t('campaigns:sentence.budget', { points: formatPoints(BudgetPoints) }))
    if (RewardName) lines.push(t('campaigns:sentence.reward', { reward: RewardName }))
    if (ControlPercent) lines.push(t('campaigns:sentence.control', { percent: ControlPercent }))
    return lines
  }
}

/** Formats a difference of percentages with its sign and two decimals. */
export const formatSignedDecimal = (value: number) => `${value > 0 ? '+' : ''}${formatDecimal(value.toFixed(2))}`
