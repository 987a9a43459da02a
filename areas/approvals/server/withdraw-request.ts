import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type withdrawRequest as endpoint, refusals } from '../contract.ts'
import { decide } from './decide.ts'
import { kindOf } from './kinds.ts'
import { approvalOf } from './rows.ts'

export async function withdrawRequest(ctx: Ctx, input: Input<typeof endpoint>) {
  const { OwnYN } = await approvalOf(ctx, input.ApprovalId)
  if (OwnYN === 'N') throw refusals.notYours()
  const { request, Payload, Kind } = await decide(ctx, input, 'Withdrawn')
  const kind = kindOf(ctx, Kind)
  await kind.reject?.(ctx, kind.payload.parse(Payload), request)
  return approvalOf(ctx, input.ApprovalId)
}
