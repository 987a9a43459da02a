import '../rewards.css'
import { Button, QRCode } from 'antd'
import { PrinterIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatPersonName } from '#kit/contract/person.ts'
import { formatDate, formatFullInstant, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { SumList } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useSession } from '#kit/web/session.ts'
import type { CustomerReward } from '../../contract.ts'
import { currentUserTextParams } from './done-by.ts'

/** Prints a slip of the reward in the width of a receipt printer. `available`: the member's points after the action. */
export function PrintRewardSlipButton({
  reward,
  available,
}: {
  reward: CustomerReward
  available?: number | undefined
}) {
  const t = useT()
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    if (!printing) return
    const onPrinted = () => setPrinting(false)
    window.addEventListener('afterprint', onPrinted)
    window.print()
    return () => window.removeEventListener('afterprint', onPrinted)
  }, [printing])
  return (
    <>
      <Button icon={<PrinterIcon aria-hidden />} onClick={() => setPrinting(true)}>
        {t('customer-rewards:slip.print')}
      </Button>
      {printing && createPortal(<Slip reward={reward} available={available} />, document.body)}
    </>
  )
}

function Slip({ reward, available }: { reward: CustomerReward; available: number | undefined }) {
  const t = useT()
  const labels = useLabels('customer-rewards')
  const { user } = useSession()
  return (
    <section className="reward-slip">
      <strong>{user.building?.name}</strong>
      <h1 className="carat-record-name">{reward.RewardName}</h1>
      <QRCode value={reward.ReferenceCode} type="svg" size={140} color="#000" bgColor="#fff" bordered={false} />
      <SumList
        items={[
          { label: labels.field('ReferenceCode'), value: reward.ReferenceCode },
          { label: labels.field('FullName'), value: <bdi>{formatPersonName(reward.FullName)}</bdi> },
          { label: labels.field('MembershipNo'), value: reward.MembershipNo },
          { label: labels.field('Status'), value: labels.value('Status', reward.Status) },
          { label: labels.field('ValidityTo'), value: formatDate(reward.ValidityTo) },
          reward.VoucherNo && { label: labels.field('VoucherNo'), value: reward.VoucherNo },
          reward.InvoiceNo && { label: labels.field('InvoiceNo'), value: reward.InvoiceNo },
          reward.Points > 0 && { label: labels.field('Points'), value: formatPoints(reward.Points) },
          available !== undefined && {
            label: t('customer-rewards:available'),
            value: formatPoints(available),
            strong: true,
          },
        ]}
      />
      <small>
        {t('customer-rewards:slip.by', {
          date: formatFullInstant(new Date()),
          name: currentUserTextParams(user).name,
        })}
      </small>
    </section>
  )
}
