import type { ReactNode } from 'react'
import { formatMoney } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { QUEUE_ROWS_MAX } from '#kit/web/queue/context.ts'
import { QueueEntrySummary } from '#kit/web/queue/Row.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { type LevelHistory, listLevelHistories } from '../../contract/level-histories.ts'
import { TierChangeLabel } from '../Tiers.tsx'

/** Reads the pending changes of level, newest first, with one request for the whole queue. */
export const usePendingLevelChanges = () =>
  useRead(listLevelHistories, {
    Search: { Status: 'Pending' },
    Rows: QUEUE_ROWS_MAX,
    SortOption: 'RequestedAt',
    SortDirection: 'DESC',
  })

/** Shows the old and the new category, and a hint if the spend is below the requirement. */
export function LevelChangeSummary({ change, by }: { change: LevelHistory; by: ReactNode }) {
  const t = useT()
  const { FromCategory, ToCategory, BasisAmount, RequiredAmount, ExceptionYN, RequestedBy } = change
  const move = <TierChangeLabel from={FromCategory} to={ToCategory} />
  if (ExceptionYN === 'Y')
    return (
      <QueueEntrySummary
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
  return <QueueEntrySummary what={move} by={RequestedBy === null ? spent : by} />
}

/** Calculates the missing amount in cents, so that the subtraction is exact. */
function missingOf(spent: string, required: string) {
  const cents = (amount: string) => Math.round(Number(amount) * 100)
  return ((cents(required) - cents(spent)) / 100).toFixed(2)
}

/** Shows the old and the new category of a level change in a row of the approval queue. */
export function LevelRequestSummary({
  ObjectId,
  by,
  children,
}: {
  ObjectId: string
  by: ReactNode
  children: ReactNode
}) {
  const change = usePendingLevelChanges().data?.rows.find(({ LevelHistoryId }) => String(LevelHistoryId) === ObjectId)
  return change ? <LevelChangeSummary change={change} by={by} /> : children
}
