import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { approveRequest as endpoint } from '../contract.ts'
import { decide, requireDecider } from './decide.ts'
import { kindOf } from './kinds.ts'
import { approvalOf } from './rows.ts'

/** Decides and does it in one transaction: what cannot be done is not approved either. */
export async function approveRequest(ctx: Ctx, input: Input<typeof endpoint>) {
  await requireDecider(ctx, input.ApprovalId)
  const { request, Payload, Kind } = await decide(ctx, input, 'Approved')
  const kind = kindOf(ctx, Kind)
  await kind.approve(ctx, kind.payload.parse(Payload), request)
  return approvalOf(ctx, input.ApprovalId)
}
