import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { rejectRequest as endpoint } from '../contract.ts'
import { decide, requireDecider } from './decide.ts'
import { kindOf } from './kinds.ts'
import { approvalOf } from './rows.ts'

export async function rejectRequest(ctx: Ctx, input: Input<typeof endpoint>) {
  await requireDecider(ctx, input.ApprovalId)
  const { request, Payload, Kind } = await decide(ctx, input, 'Rejected')
  const kind = kindOf(ctx, Kind)
  await kind.reject?.(ctx, kind.payload.parse(Payload), request)
  return approvalOf(ctx, input.ApprovalId)
}
