import { createContext, type ReactNode, useContext } from 'react'

/** The maximum number of rows in a queue. Further requests appear when the user has decided some of them. */
export const QUEUE_ROWS_MAX = 200

/** The number of seconds during which the user can undo a decision. */
export const DECISION_UNDO_SECONDS = 8

export type QueueRow = {
  id: number
  /** The full name of the person concerned, as stored. Rows without a person have `title` and `icon` instead. */
  person?: string | undefined
  title?: ReactNode
  icon?: ReactNode
  /** The requested change and its requester, usually a `Glance`. */
  what: ReactNode
  when: string
  group?: string | undefined
  kind?: string | undefined
}

/** The outcome of a request that was decided on this page. */
type Outcome = {
  id: number
  good: boolean
  /** The text of the outcome, for example 'Approved, Gold from 23 Nov'. */
  text: string
  /** Undoes the decision on a request, for some seconds after it. */
  undo?: (() => Promise<unknown>) | undefined
}

export type DecidedOutcome = Outcome & {
  until: number
  /** True if the user has undone the decision and the request is pending again. */
  undone?: boolean
}

export type QueueState = {
  /** Records the outcome of a decision, which the row and the review then show. */
  decided: (outcome: Outcome) => void
  outcomeOf: (id: number) => DecidedOutcome | undefined
  undo: (outcome: DecidedOutcome) => Promise<void>
  at: number
  count: number
  previous: (() => void) | undefined
  next: (() => void) | undefined
  back: (() => void) | undefined
  /** True if the review takes the focus when it opens: after a shortcut, but not after a click in the list. */
  focusHead: { current: boolean }
}

export const QueueContext = createContext<QueueState | undefined>(undefined)

export function useQueueState(): QueueState {
  const queueState = useContext(QueueContext)
  if (!queueState) throw new Error('useQueueState was called outside of a queue')
  return queueState
}
