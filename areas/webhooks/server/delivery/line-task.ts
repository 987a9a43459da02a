import type { RequestOutcome } from '../send-request.ts'
import type { LineWork, QueuedEvent } from './read-work.ts'

export type Attempt = RequestOutcome & { event: QueuedEvent; attempt: number; attemptedAt: Date; webhookId: string }

/** Sends one event; resolves to undefined if no request may start any more. */
export type SendEvent = (event: QueuedEvent, task: LineTask) => Promise<Attempt | undefined>

/** Sends the events of one line one after the other, and knows how many of them are delivered. */
export class LineTask {
  work: LineWork
  /** The number of delivered events of `work`. */
  delivered = 0
  failure: Attempt | undefined
  hasStarted = false
  hasDelivered = false
  isSettled = false
  isDetached = false
  /** Attempts that are not recorded yet. */
  readonly attempts: Attempt[] = []

  constructor(work: LineWork) {
    this.work = work
  }

  get isDone() {
    return this.failure === undefined && this.delivered === this.work.events.length
  }

  /** The failed attempts at the next event before this task. */
  get earlierAttempts() {
    const { events, stored } = this.work
    return this.delivered === 0 && stored?.position === events[0]?.Position ? (stored?.attempts ?? 0) : 0
  }

  /** Sends the events in order until one fails. */
  async run(send: SendEvent): Promise<void> {
    try {
      for (const event of this.work.events) {
        if (this.isDetached) return
        const attempt = await send(event, this)
        if (!attempt) return
        this.attempts.push(attempt)
        if (attempt.error !== null) {
          this.failure = attempt
          return
        }
        this.delivered++
        this.hasDelivered = true
      }
    } finally {
      this.isSettled = true
    }
  }

  /** Ends the task after its current attempt. From now on, its line is stored with the event of this attempt. */
  detach() {
    this.isDetached = true
    if (this.work.stored) return
    const events = this.work.events.slice(this.delivered)
    this.work = { ...this.work, events, stored: { position: events[0]!.Position, attempts: 0, firstFailedAt: null } }
    this.delivered = 0
  }
}
