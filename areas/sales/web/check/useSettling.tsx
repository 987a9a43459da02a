import { lazy, Suspense, useCallback, useState } from 'react'
import type { CheckedLine } from '../../contract.ts'
import type { Settling } from './SettleDialogs.tsx'

const SettleDialogs = lazy(async () => ({ default: (await import('./SettleDialogs.tsx')).SettleDialogs }))

export type Act = 'Map' | 'Confirm'

const ofGoods = (row: CheckedLine) => row.Reasons.includes('Brand') || row.Reasons.includes('ProductGroup')

/** What can settle a line, the likelier first; nothing once it is settled. */
export const actsOf = (row: CheckedLine): Act[] => {
  if (row.Status !== 'Waiting') return []
  return ofGoods(row) ? ['Map', 'Confirm'] : ['Confirm']
}

/** Begins to settle a line; the dialogs stay while they close. */
export function useSettling() {
  const [settling, setSettling] = useState<Settling>()
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const begin = (act: Act, row: CheckedLine) => {
    setSettling({ act, row })
    setOpen(true)
  }
  const dialogs = settling && (
    <Suspense fallback={null}>
      <SettleDialogs settling={settling} open={open} onClose={close} />
    </Suspense>
  )
  return { begin, dialogs }
}
