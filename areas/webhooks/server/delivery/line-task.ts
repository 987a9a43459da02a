import type { RequestOutcome } from '../send-request.ts'
import type { LineWork, QueuedEvent } from './read-work.ts'

export type Attempt = RequestOutcome & { event: QueuedEvent; attempt: number; attemptedAt: Date; webhookId: string }

/** The progress of one line: how many of its events are delivered, and whether the next one failed. */
export class LineTask {
  readonly work: LineWork
  delivered = 0
  failure: Attempt | undefined
  /** True between the start of the first attempt and the end of the last one. */
  hasStarted = false
  isSettled = false
  /** Attempts that are not recorded yet. */
  attempts: Attempt[] = []

  constructor(work: LineWork) {
    this.work = work
  }

  get isDone() {
    return this.failure === undefined && this.delivered === this.work.events.length
  }

  /** The attempts at the next event before this task. */
  get earlierAttempts() {
    const { events, stored } = this.work
    return this.delivered === 0 && stored?.position === events[0]?.Position ? (stored?.attempts ?? 0) : 0
  }

  /** Returns the attempts that are not recorded yet, and marks them as recorded. */
  takeAttempts(): Attempt[] {
    return this.attempts.splice(0)
  }

  /** Sends the events in order until one fails. `send` resolves to undefined if sending must stop. */
  async run(send: (event: QueuedEvent, task: LineTask) => Promise<Attempt | undefined>): Promise<void> {
    try {
      for (const event of this.work.events) {
        const attempt = await send(event, this)
        if (!attempt) return
        this.attempts.push(attempt)
        if (attempt.error !== null) {
          this.failure = attempt
          return
        }
        this.delivered++
      }
    } finally {
      this.isSettled = true
    }
  }
}
