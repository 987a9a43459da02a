import type { z } from 'zod'
import type { Privilege } from '#areas/access/roles.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Effect } from '../contract.ts'

/** The request as its area gets it to see. `Status` is what it becomes. */
export type Request = {
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
  /** What approving would change as things stand now; refuses where it could not be done. */
  effects?: (ctx: Ctx, payload: Payload, request: Request) => Promise<Effect[]>
  /** Does it, in the transaction that decides. A refusal leaves the request waiting. */
  approve: (ctx: Ctx, payload: Payload, request: Request) => Promise<unknown>
  /** For what may count from a later day only, and be taken back until then. */
  later?: {
    /** From which day an approval of today counts; null: at once. */
    countsFrom: (ctx: Ctx) => Promise<string | null>
    /** Takes the approval back, and refuses one that counts. */
    undo: (ctx: Ctx, payload: Payload, request: Request) => Promise<unknown>
  }
  /** Undoes what the request held back; also when it was withdrawn. */
  reject?: (ctx: Ctx, payload: Payload, request: Request) => Promise<unknown>
}

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** What needs a second person. */
    approvalKinds?: readonly ApprovalKind[]
  }
}

/** Declares a kind of request; it counts once its area's `server.ts` brings it. */
export const approvalKind = <Payload>(kind: ApprovalKind<Payload>): ApprovalKind => kind as unknown as ApprovalKind

/** The kind with this name. */
export function kindOf({ services }: Pick<Ctx, 'services'>, name: string): ApprovalKind {
  const kind = services.areas.flatMap(({ approvalKinds }) => approvalKinds ?? []).find((one) => one.name === name)
  if (!kind) throw new Error(`No area answers for requests of the kind ${name}`)
  return kind
}
