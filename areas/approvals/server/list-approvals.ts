import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type { listApprovals as endpoint } from '../contract.ts'
import { approvals, isOwn, isVisible } from './rows.ts'

export const listApprovals = (ctx: Ctx, { Search }: Input<typeof endpoint>) =>
  queryList(approvals(ctx).where(isVisible(ctx)), {
    where: [
      equals('Kind', Search.Kind),
      equals('Status', Search.Status),
      equals('MembershipNo', Search.MembershipNo),
      contains('RequestedBy', Search.RequestedBy),
      Search.OwnYN && sql`${isOwn(ctx)} = ${Search.OwnYN === 'Y'}`,
    ],
    tie: 'ApprovalId',
  })
