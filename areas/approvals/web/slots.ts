import type { ComponentType, ReactNode } from 'react'
import type { Session } from '#kit/web/session.ts'
import { defineSlot } from '#kit/web/slots.ts'

/** The view of one kind of request in the queue, which its area contributes. */
export type ApprovalRequestView = {
  kind: string
  /** True if the user may read and decide the request through the endpoints of the request's area. */
  mayOpen: (session: Session) => boolean
  /** Renders the change and the reason in the row of the queue. `by` is the requester. */
  Glance: ComponentType<{ ObjectId: string; by: ReactNode; children: ReactNode }>
  /** Renders the review of the request as a `QueueReview`. `id` is the number of the request in the queue. */
  Review: ComponentType<{ ObjectId: string; id: number }>
}
export const requestViewsSlot = defineSlot<ApprovalRequestView>('approvals.requestViewsSlot')
