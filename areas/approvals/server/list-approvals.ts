import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { containing, direction, pageFrom } from '#kit/server/page.ts'
import type { listApprovals as endpoint } from '../contract.ts'
import { approvals, isOwn } from './rows.ts'

export async function listApprovals(ctx: Ctx, { Search, SortOption, SortDirection, ...page }: Input<typeof endpoint>) {
  let query = approvals(ctx)
  if (Search.Kind) query = query.where('Kind', '=', Search.Kind)
  if (Search.Status) query = query.where('Status', '=', Search.Status)
  if (Search.MembershipNo) query = query.where('MembershipNo', '=', Search.MembershipNo)
  if (Search.RequestedBy) query = query.where('RequestedBy', 'ilike', containing(Search.RequestedBy))
  if (Search.OwnYN === 'Y') query = query.where(isOwn(ctx))
  if (Search.OwnYN === 'N') query = query.where(({ not }) => not(isOwn(ctx)))
  const by = direction(SortDirection)
  return pageFrom(query.orderBy(SortOption, by).orderBy('ApprovalId', by), page)
}
