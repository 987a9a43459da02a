import { Button } from 'antd'
import { useState } from 'react'
import { formatPersonName } from '#kit/contract/person.ts'
import { ConfirmDialog } from '#kit/web/ConfirmAction.tsx'
import { useIsOffline } from '#kit/web/connection.ts'
import { formatPoints, formatSigned, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { useQueueState } from '#kit/web/queue/context.ts'
import { DecisionBar } from '#kit/web/queue/Decision.tsx'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { useCall } from '#kit/web/useCall.ts'
import { type CheckedLine, confirmSaleLine, mapSaleLine } from '../../contract.ts'
import { CONFIRM_REASON_LENGTH_MAX, listUnknownGoodsFields, type MappedGoods } from './settling.ts'

type Props = { row: CheckedLine; goods: MappedGoods; points: number | undefined }

/** Buttons that map the goods of a line or confirm the line as sent; they ask first, because the line earns at once. */
export function SaleLineDecisionBar({ row, goods, points }: Props) {
  const t = useT()
  const labels = useLabels('sales')
  const offline = useIsOffline()
  const { decided } = useQueueState()
  const [confirming, setConfirming] = useState(false)
  const { CheckId, CustomerName, InvoiceNo, SequenceNo, MembershipNo, NetAmount } = row
  const line = { line: SequenceNo, number: InvoiceNo }
  const settled = (now: CheckedLine) => {
    if (now.Status === 'Waiting') return
    const text = [labels.value('Status', now.Status), MembershipNo && formatSigned(now.PointsEarned)]
    decided({ id: CheckId, good: true, text: text.filter(Boolean).join(listSeparator()) })
  }
  const messages = {
    headline: () => t('sales:check.lineOf', line),
    failed: 'sales:check.failed',
    onDone: settled,
  } as const
  const mapping = useCall(mapSaleLine, {
    ...messages,
    done: (now) => {
      if (now.Status === 'Waiting') return t('sales:check.mappedWaits')
      if (!now.MembershipNo) return t('sales:check.mappedWalkIn')
      return t('sales:check.mapped', { points: formatPoints(now.PointsEarned) })
    },
  })
  const confirmation = useCall(confirmSaleLine, {
    ...messages,
    done: (now) =>
      now.MembershipNo
        ? t('sales:check.confirmed', { points: formatPoints(now.PointsEarned) })
        : t('sales:check.confirmedWalkIn'),
  })
  const missingGoods = listUnknownGoodsFields(row)
  const isIncomplete = missingGoods.some((field) => !goods[field])
  const membershipNo = MembershipNo
    ? t('sales:check.earns', { name: formatPersonName(CustomerName ?? ''), points: formatPoints(points ?? 0) })
    : t('sales:check.onceLinked')
  const confirm = (Remark: string) => confirmation.mutateAsync({ InvoiceNo, SequenceNo, Remark })
  useShortcut('c', 'sales:check.confirm', () => setConfirming(true), {
    enabled: missingGoods.length > 0 && !confirming,
  })
  if (missingGoods.length === 0)
    return (
      <DecisionBar
        reason={{ label: labels.field('Remark'), required: true }}
        approve={{
          label: t('sales:check.confirm'),
          ask: { title: t('sales:check.confirmTitle', line), body: `${membershipNo} (${NetAmount})` },
          run: confirm,
        }}
      />
    )
  return (
    <>
      <span className="carat-queue-reason" />
      <Button disabled={offline} onClick={() => setConfirming(true)} aria-keyshortcuts="C">
        {t('sales:check.confirmMore')}
      </Button>
      <DecisionBar
        approve={{
          label: t('sales:check.map'),
          blocked: isIncomplete,
          ask: { title: t('sales:check.mapQuestion', line), body: membershipNo },
          run: () => mapping.mutateAsync({ InvoiceNo, SequenceNo, ...goods }),
        }}
      />
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        question={{
          title: t('sales:check.confirmTitle', line),
          body: t('sales:check.confirmEffect'),
          ok: t('sales:check.confirm'),
          reason: { label: labels.field('Remark'), maxLength: CONFIRM_REASON_LENGTH_MAX, required: true },
        }}
        run={confirm}
      />
    </>
  )
}
