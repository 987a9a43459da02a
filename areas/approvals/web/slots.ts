import type { ComponentType, ReactNode } from 'react'
import type { Session } from '#kit/web/session.ts'
import { slot } from '#kit/web/slots.ts'

/** The view of one kind of request in the queue, contributed by its area. */
export type RequestView = {
  kind: string
  /** True if the user may see and decide it by the area's endpoints. */
  mayOpen: (session: Session) => boolean
  /** The row's content: change and reason; `by` is the requester. */
  Glance: ComponentType<{ ObjectId: string; by: ReactNode; children: ReactNode }>
  /** The review, a `QueueReview` with decision bar; `id` identifies the request in the queue. */
  Review: ComponentType<{ ObjectId: string; id: number }>
}
export const requestViews = slot<RequestView>('approvals.requestViews')
