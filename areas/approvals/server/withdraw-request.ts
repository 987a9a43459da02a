import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type withdrawRequest as endpoint, refusals } from '../contract.ts'
import { decide } from './decide.ts'
import type { Kinds } from './kinds.ts'
import { approvalOf } from './rows.ts'

export const withdrawRequest = (kinds: Kinds) => async (ctx: Ctx, input: Input<typeof endpoint>) => {
  const { OwnYN } = await approvalOf(ctx, input.ApprovalId)
  if (OwnYN === 'N') throw refusals.notYours()
  const { request, Payload, Kind } = await decide(ctx, input, 'Withdrawn')
  const kind = kinds(Kind)
  await kind.reject?.(ctx, kind.payload.parse(Payload), request)
  return approvalOf(ctx, input.ApprovalId)
}
