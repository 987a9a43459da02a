import type { z } from 'zod'
import type { Privilege } from '#areas/access/roles.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { ApprovalEffect } from '../contract.ts'

/** An approval request as its area receives it. `Status` is the new status. */
export type ApprovalRequest = {
  ApprovalId: number
  ObjectType: string
  ObjectId: string
  MembershipNo: string | null
  OutletCode: string | null
  RequestedById: number | null
  RequestedBy: string
  DecisionRemark: string | null
  Status: 'Pending' | 'Approved' | 'Rejected' | 'Withdrawn'
}

export type ApprovalKind<Payload = never> = {
  name: string
  privilege: Privilege
  payload: z.ZodType<Payload>
  /** Returns the effects that an approval would have now. Throws if the request cannot be carried out. */
  effects?: (ctx: Ctx, payload: Payload, request: ApprovalRequest) => Promise<ApprovalEffect[]>
  /** Carries out an approved request in the transaction of the decision. If the function throws, the request stays pending. */
  approve: (ctx: Ctx, payload: Payload, request: ApprovalRequest) => Promise<unknown>
  /** Only for kinds whose approval can take effect on a later date, and can be undone until then. */
  later?: {
    /** Returns the date from which an approval given today takes effect. Null: immediately. */
    countsFrom: (ctx: Ctx) => Promise<string | null>
    /** Undoes the approval. Throws once the approval has taken effect. */
    undo: (ctx: Ctx, payload: Payload, request: ApprovalRequest) => Promise<unknown>
  }
  /** Runs after a rejection or withdrawal, and releases everything that the pending request had blocked. */
  reject?: (ctx: Ctx, payload: Payload, request: ApprovalRequest) => Promise<unknown>
}

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** The kinds of approval requests that the area declares. */
    approvalKinds?: readonly ApprovalKind[]
  }
}

/** Declares a kind of request; the area's `server.ts` registers it. */
export const defineApprovalKind = <Payload>(kind: ApprovalKind<Payload>): ApprovalKind =>
  kind as unknown as ApprovalKind

/** Returns the kind with this name. Throws if no area registers it. */
export function findApprovalKind({ services }: Pick<Ctx, 'services'>, name: string): ApprovalKind {
  const kind = services.areas
    .flatMap(({ approvalKinds }) => approvalKinds ?? [])
    .find((candidate) => candidate.name === name)
  if (!kind) throw new Error(`No area registers the request kind ${name}`)
  return kind
}
