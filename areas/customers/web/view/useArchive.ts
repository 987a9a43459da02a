import { archiveMember, reactivateMember } from '#areas/data-quality/contract/archive.ts'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { personName } from '#kit/web/person.ts'
import { useSession } from '#kit/web/session.ts'
import type { RowAction } from '#kit/web/table/RowActions.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { type CustomerView, statusMoves } from '../../contract/customers.ts'

/** Brings an archived customer back. */
export function useReactivate() {
  return useCall(reactivateMember, {
    done: 'customers:archive.reactivated',
    failed: 'customers:archive.backFailed',
  })
}

/** The entry that archives a customer, if this user may; whether he is inactive enough the server says. */
export function useArchiveAction(customer: CustomerView, foreign: string | false): RowAction | undefined {
  const t = useT()
  const { has } = useSession()
  const { CustomerId, Version, Status, FullName, Memberships } = customer
  const archive = useCall(archiveMember, {
    done: 'customers:archive.done',
    failed: 'customers:archive.failed',
    undo: () => call(reactivateMember, { CustomerId }, { idempotencyKey: crypto.randomUUID() }),
  })
  if (!has('Archive Member') || !statusMoves.some((status) => status === Status)) return undefined
  const withPoints = Memberships.some(({ PointBalance, Arrears }) => PointBalance !== 0 || Arrears !== 0)
  return {
    label: t('customers:archive.archive'),
    disabled: foreign,
    confirm: {
      title: t('customers:archive.question', { name: personName(FullName) }),
      body: t(withPoints ? 'customers:archive.effectWithPoints' : 'customers:archive.effect'),
      reason: { label: t('customers:fields.Remarks'), maxLength: 300 },
    },
    run: (Remark) =>
      archive.mutateAsync({ CustomerId, Version, WithPointsYN: withPoints ? 'Y' : 'N', ...(Remark && { Remark }) }),
  }
}
