import { createContext, type ReactNode, useContext } from 'react'

/** As many as a queue shows at once; what waits beyond them comes up as these are decided. */
export const QUEUE_MAX = 200

/** How long Undo is offered. */
export const UNDO_S = 8

export type QueueRow = {
  id: number
  /** The full name of whom it is about, as it is stored; of what is about nobody, `title` and `icon` stand instead. */
  person?: string | undefined
  title?: ReactNode
  icon?: ReactNode
  /** What changes and who asked, a `Glance`. */
  what: ReactNode
  when: string
  group?: string | undefined
  kind?: string | undefined
}

/** What became of a request that was decided here. */
type Outcome = {
  id: number
  good: boolean
  /** 'Approved, Gold from 23 Nov' */
  text: string
  /** Takes it back; offered for some seconds. */
  undo?: (() => Promise<unknown>) | undefined
}

export type Kept = Outcome & { until: number /** Taken back: it waits again where it stood. */; undone?: boolean }

export type Place = {
  /** Says what happened, in the row and in the review, where everything stays as it is. */
  decided: (outcome: Outcome) => void
  outcomeOf: (id: number) => Kept | undefined
  undo: (outcome: Kept) => Promise<void>
  at: number
  count: number
  previous: (() => void) | undefined
  next: (() => void) | undefined
  back: (() => void) | undefined
  /** Moves the focus to the name of the review that opens: after a key, not after a click in the list. */
  focusHead: { current: boolean }
}

export const QueueContext = createContext<Place | undefined>(undefined)

export function useQueue(): Place {
  const place = useContext(QueueContext)
  if (!place) throw new Error('useQueue was called outside of a queue')
  return place
}
