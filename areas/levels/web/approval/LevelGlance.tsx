import type { ReactNode } from 'react'
import { formatMoney } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { QUEUE_MAX } from '#kit/web/queue/context.ts'
import { Glance } from '#kit/web/queue/Row.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { type LevelHistory, listLevelHistories } from '../../contract/level-histories.ts'
import { TierMove } from '../Tiers.tsx'

/** The pending changes of level, newest first, read with one request for the whole queue. */
export const useLevelsWaiting = () =>
  useRead(listLevelHistories, {
    Search: { Status: 'Pending' },
    Rows: QUEUE_MAX,
    SortOption: 'RequestedAt',
    SortDirection: 'DESC',
  })

/** Old and new category, and a hint if the spend is below the requirement. */
export function LevelGlance({ change, by }: { change: LevelHistory; by: ReactNode }) {
  const t = useT()
  const { FromCategory, ToCategory, BasisAmount, RequiredAmount, ExceptionYN, RequestedBy } = change
  const move = <TierMove from={FromCategory} to={ToCategory} />
  if (ExceptionYN === 'Y')
    return (
      <Glance
        what={move}
        warning={
          BasisAmount && RequiredAmount
            ? t('levels:below', { missing: formatMoney(missingOf(BasisAmount, RequiredAmount), { currency: true }) })
            : t('levels:belowPlain')
        }
      />
    )
  const spent =
    BasisAmount && RequiredAmount
      ? t('levels:spentOf', { spent: formatMoney(BasisAmount), required: formatMoney(RequiredAmount) })
      : null
  return <Glance what={move} by={RequestedBy === null ? spent : by} />
}

/** Calculates in cents, so that the subtraction is exact. */
function missingOf(spent: string, required: string) {
  const cents = (amount: string) => Math.round(Number(amount) * 100)
  return ((cents(required) - cents(spent)) / 100).toFixed(2)
}

/** Old and new category of a level change, for a row of the approval queue. */
export function RequestGlance({ ObjectId, by, children }: { ObjectId: string; by: ReactNode; children: ReactNode }) {
  const change = useLevelsWaiting().data?.rows.find(({ LevelHistoryId }) => String(LevelHistoryId) === ObjectId)
  return change ? <LevelGlance change={change} by={by} /> : children
}
