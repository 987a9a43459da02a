import { type ReactNode, useRef } from 'react'
import { ErrorState, LoadingState } from '../States.tsx'
import { PreviewDrawer } from './PreviewDrawer.tsx'

type Props = {
  /** The one that is open. */
  id: number
  /** All that wait for a decision, in the order of the list; a list asks for `REVIEW_QUEUE_MAX` of them. */
  waiting: readonly number[]
  title: string
  /** How what it is about is opened as a whole. */
  to?: string | undefined
  error?: unknown
  onRetry: () => void
  /** Another one, or none any more. */
  onOpen: (id: number | undefined) => void
  /** What is decided about; undefined until it has arrived. `decided` leads on. */
  content: ((decided: () => void) => ReactNode) | undefined
}

export const REVIEW_QUEUE_MAX = 200

/** One request after the other: a decision leads to the next that waits, and closes after the last. */
export function ReviewDrawer({ id, waiting, title, to, error, onRetry, onOpen, content }: Props) {
  // Where it stood is remembered, because what is decided leaves the queue.
  const place = useRef(0)
  const at = waiting.indexOf(id)
  if (at >= 0) place.current = at
  const moveTo = (other: number | undefined) => (other === undefined ? undefined : () => onOpen(other))
  const decided = () => {
    const others = waiting.filter((other) => other !== id)
    onOpen(others[place.current] ?? others.at(-1))
  }
  return (
    <PreviewDrawer
      title={title}
      to={to}
      state={undefined}
      onClose={() => onOpen(undefined)}
      previous={moveTo(at > 0 ? waiting[at - 1] : undefined)}
      next={moveTo(at >= 0 ? waiting[at + 1] : waiting[0])}
      content={
        error ? <ErrorState error={error} onRetry={onRetry} /> : content ? content(decided) : <LoadingState rows={6} />
      }
    />
  )
}
