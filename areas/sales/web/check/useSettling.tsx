import { lazy, Suspense, useCallback, useState } from 'react'
import type { CheckedLine } from '../../contract.ts'
import type { Act, Settling } from './settling.ts'

const SettleDialogs = lazy(async () => ({ default: (await import('./SettleDialogs.tsx')).SettleDialogs }))

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
