import { CheckIcon, XIcon } from 'lucide-react'
import { customerPath } from '#areas/customers/paths.ts'
import { call } from '#kit/web/call.ts'
import { formatDate, formatPoints, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { useSession } from '#kit/web/session.ts'
import type { BulkAction } from '#kit/web/table/bulk.ts'
import type { RowAction } from '#kit/web/table/RowActions.tsx'
import { useCall } from '#kit/web/useCall.ts'
import {
  approveReferral,
  decidableReferralStatuses,
  type Referral,
  type ReferralStatus,
  rejectReferral,
} from '../contract.ts'

const REASON_MAX = 300

const hasStatusIn = (statuses: readonly ReferralStatus[], { Status }: Referral) => statuses.includes(Status)

/** Returns the reason why a referral cannot be approved or rejected, or false if it can. */
export function useReferralDecisionBlocker() {
  const t = useT()
  const { isHQ, user } = useSession()
  return {
    notApprovable: (row: Referral) => {
      if (!isHQ) return t('referrals:hqOnly')
      if (hasStatusIn(decidableReferralStatuses.approve, row)) return false
      return t(row.Status === 'Pending' ? 'referrals:notYet' : 'referrals:closed')
    },
    notRejectable: (row: Referral) => {
      if (!isHQ && row.OutletCode !== user.building?.code) return t('referrals:foreign')
      return !hasStatusIn(decidableReferralStatuses.reject, row) && t('referrals:closed')
    },
  }
}

/** Returns the row actions and bulk actions that approve or reject referrals. */
export function useReferralDecisionActions() {
  const t = useT()
  const labels = useLabels('referrals')
  const { notApprovable, notRejectable } = useReferralDecisionBlocker()
  const approval = useCall(approveReferral, {
    done: ({ ReferrerAwarded, FriendAwarded }) =>
      t('referrals:approved', { points: formatPoints((ReferrerAwarded ?? 0) + (FriendAwarded ?? 0)) }),
    failed: 'referrals:approveFailed',
  })
  const rejection = useCall(rejectReferral, {
    done: 'referrals:rejected',
    failed: 'referrals:rejectFailed',
  })

  const sharedDetails = ({ Flags }: Referral) => Flags.map((flag) => labels.value('Flags', flag)).join(listSeparator())

  const bulk: BulkAction<Referral>[] = [
    {
      label: t('kit:verbs.approve'),
      icon: <CheckIcon aria-hidden />,
      refuse: notApprovable,
      reason: { label: t('kit:fields.Remark'), maxLength: REASON_MAX },
      each: ({ ReferralId }, Remark) =>
        call(approveReferral, { ReferralId, Remark: Remark || null }, { idempotencyKey: crypto.randomUUID() }),
    },
    {
      label: t('kit:verbs.reject'),
      icon: <XIcon aria-hidden />,
      danger: true,
      effect: t('referrals:rejectEffect'),
      refuse: notRejectable,
      reason: { label: t('kit:fields.Reason'), maxLength: REASON_MAX, required: true },
      each: ({ ReferralId }, Reason) =>
        call(rejectReferral, { ReferralId, Reason }, { idempotencyKey: crypto.randomUUID() }),
    },
  ]

  const actionsOf = (row: Referral): RowAction[] => [
    {
      label: t('kit:verbs.approve'),
      disabled: notApprovable(row),
      confirm: {
        title: t('referrals:approveQuestion', {
          points: formatPoints(row.ReferrerPoints),
          name: row.ReferrerName,
          friend: row.FullName,
        }),
        body: (
          <>
            {row.FriendPoints > 0 && <p>{t('referrals:andFriend', { points: formatPoints(row.FriendPoints) })}</p>}
            {row.ApproveFrom && <p>{t('referrals:early', { date: formatDate(row.ApproveFrom) })}</p>}
            {row.Flags.length > 0 && <p>{t('referrals:commonHint', { what: sharedDetails(row) })}</p>}
          </>
        ),
        ok: t('kit:verbs.approve'),
        reason: {
          label: t(row.Flags.length > 0 ? 'kit:fields.Reason' : 'kit:fields.Remark'),
          maxLength: REASON_MAX,
          required: row.Flags.length > 0,
        },
      },
      run: (Remark) => approval.mutateAsync({ ReferralId: row.ReferralId, Remark: Remark || null }),
    },
    {
      label: t('kit:verbs.reject'),
      danger: true,
      disabled: notRejectable(row),
      confirm: {
        title: t('referrals:rejectQuestion', { name: row.ReferrerName, friend: row.FullName }),
        body: t('referrals:rejectEffect'),
        ok: t('kit:verbs.reject'),
        danger: true,
        reason: { label: t('kit:fields.Reason'), maxLength: REASON_MAX, required: true },
      },
      run: (Reason) => rejection.mutateAsync({ ReferralId: row.ReferralId, Reason }),
    },
    { label: t('referrals:openFriend'), to: customerPath({ CustomerId: row.CustomerId }) },
    { label: t('referrals:openReferrer'), to: customerPath({ CustomerId: row.ReferrerCustomerId }) },
  ]
  return { bulk, actionsOf }
}
