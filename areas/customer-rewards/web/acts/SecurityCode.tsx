import { Button } from 'antd'
import { EyeIcon } from 'lucide-react'
import { useEffect } from 'react'
import { LabelledFacts } from '#kit/web/Facts.tsx'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { useCall } from '#kit/web/useCall.ts'
import { showClaimedCode } from '../../contract/claimed-code.ts'
import type { CustomerReward } from '../../contract.ts'

/** Shows the voucher of a claim. Its security code is requested on demand and hidden at `VisibleUntil`. */
export function RewardSecurityCode({ reward: { ReferenceCode, VoucherNo } }: { reward: CustomerReward }) {
  const t = useT()
  const labels = useLabels('customer-rewards')
  const { data, mutate, isPending, reset } = useCall(showClaimedCode, { failed: 'customer-rewards:titles.getClaimed' })
  useEffect(() => {
    if (!data) return
    const timer = setTimeout(reset, Math.max(0, Date.parse(data.VisibleUntil) - Date.now()))
    return () => clearTimeout(timer)
  }, [data, reset])
  return (
    <LabelledFacts
      items={[
        { label: labels.field('VoucherNo'), value: VoucherNo, copy: VoucherNo },
        {
          label: labels.field('SecurityCode'),
          value: data ? (
            <>
              <strong className="carat-figure">{data.SecurityCode}</strong>{' '}
              {t('customer-rewards:codeUntil', { date: formatInstant(data.VisibleUntil) })}
            </>
          ) : (
            <Button icon={<EyeIcon aria-hidden />} loading={isPending} onClick={() => mutate({ ReferenceCode })}>
              {t('customer-rewards:showCode')}
            </Button>
          ),
        },
      ]}
    />
  )
}
