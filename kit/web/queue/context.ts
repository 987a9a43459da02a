import { createContext, type ReactNode, useContext } from 'react'

/** The maximum number of rows shown; further requests appear as these are decided. */
export const QUEUE_MAX = 200

/** The time during which Undo is available. */
export const UNDO_S = 8

export type QueueRow = {
  id: number
  /** The stored full name of the person concerned; rows without a person have `title` and `icon`. */
  person?: string | undefined
  title?: ReactNode
  icon?: ReactNode
  /** The change and its requester, a `Glance`. */
  what: ReactNode
  when: string
  group?: string | undefined
  kind?: string | undefined
}

/** The outcome of a request that was decided on this page. */
type Outcome = {
  id: number
  good: boolean
  /** 'Approved, Gold from 23 Nov' */
  text: string
  /** Undoes the decision; available for some seconds. */
  undo?: (() => Promise<unknown>) | undefined
}

export type DecidedOutcome = Outcome & {
  until: number /** The decision was undone: the request is pending again. */
  undone?: boolean
}

export type QueueState = {
  /** Records the outcome, which is then shown in the row and in the review. */
  decided: (outcome: Outcome) => void
  outcomeOf: (id: number) => DecidedOutcome | undefined
  undo: (outcome: DecidedOutcome) => Promise<void>
  at: number
  count: number
  previous: (() => void) | undefined
  next: (() => void) | undefined
  back: (() => void) | undefined
  /** True if the opening review takes the focus: after a shortcut, not after a click in the list. */
  focusHead: { current: boolean }
}

export const QueueContext = createContext<QueueState | undefined>(undefined)

export function useQueue(): QueueState {
  const queueState = useContext(QueueContext)
  if (!queueState) throw new Error('useQueue was called outside of a queue')
  return queueState
}
