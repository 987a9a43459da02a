import { CircleCheckIcon, CirclePauseIcon, MergeIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { statusMoves } from '#areas/customers/contract/customers.ts'
import { mergeAddPath } from '#areas/merges/paths.ts'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import type { BulkAction, BulkLink } from '#kit/web/ResourceTable.tsx'
import { useSession } from '#kit/web/session.ts'
import { type Membership, type MembershipRow, updateMembership } from '../contract/memberships.ts'

type Move = (typeof statusMoves)[number]
const isMove = (status: string): status is Move => (statusMoves as readonly string[]).includes(status)

/** What can be done with many memberships at once. */
export function useMembershipBulk(): (BulkAction<MembershipRow> | BulkLink<MembershipRow> | false)[] {
  const t = useT()
  const { has, may: mayAlso } = useSession()
  const may = has(['Customer', 'Update Member Listing'])
  const moveTo = (Status: Move, label: string, icon: ReactNode): BulkAction<MembershipRow> => ({
    label,
    icon,
    reason: { label: t('memberships:fields.OverrideReason'), maxLength: 300, required: true },
    refuse: (row) => row.Status === Status && t('kit:record.already'),
    each: ({ MembershipNo, Version }, Reason) => call(updateMembership, { MembershipNo, Version, Status, Reason }),
    undo: async ({ MembershipNo, Status: before }, reply) => {
      const { Version } = reply as Membership
      if (isMove(before))
        await call(updateMembership, { MembershipNo, Version, Status: before, Reason: t('kit:undo.undo') })
    },
  })
  return [
    may && moveTo('Active', t('kit:verbs.activate'), <CircleCheckIcon aria-hidden />),
    may && moveTo('Suspended', t('kit:verbs.suspend'), <CirclePauseIcon aria-hidden />),
    has('Customer') &&
      mayAlso('Merge Members') && {
        label: t('merges:screens.add'),
        icon: <MergeIcon aria-hidden />,
        count: 2,
        otherwise: t('memberships:bulk.two'),
        to: ([one, other]) => mergeAddPath({ Survivor: one!.CustomerId, Merged: other!.CustomerId }),
      },
  ]
}
