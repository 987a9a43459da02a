import type { ComponentType, ReactNode } from 'react'
import type { Session } from '#kit/web/session.ts'
import { slot } from '#kit/web/slots.ts'

/** How the queue of approvals shows one kind of request whose area knows more than its sentence. */
export type RequestView = {
  kind: string
  /** Whether this user may see and decide it by the calls of that area. */
  mayOpen: (session: Session) => boolean
  /** In a row: what changes and why; `by` says who asked. */
  Glance: ComponentType<{ ObjectId: string; by: ReactNode; children: ReactNode }>
  /** The whole request, a `QueueReview` with its decision; `id` is its place in the queue. */
  Review: ComponentType<{ ObjectId: string; id: number }>
}
export const requestViews = slot<RequestView>('approvals.requestViews')
