import '../rewards.css'
import type { Reply } from '#kit/contract/endpoint.ts'
import { CodeName } from '#kit/web/CodeName.tsx'
import { LabelledFacts } from '#kit/web/Facts.tsx'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatDate, formatMoney, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { ChangeArrow, Muted, Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { fileUrl } from '#kit/web/upload/send.ts'
import type { lookupCustomerReward } from '../../contract.ts'

export type LookedUpReward = Reply<typeof lookupCustomerReward>

/** Shows the facts of the customer reward, with the member's points before and after the action. */
export function CustomerRewardFacts({ reward }: { reward: LookedUpReward }) {
  const t = useT()
  const labels = useLabels('customer-rewards')
  const movesPoints = reward.Available !== reward.AvailableAfter
  return (
    <Row gap="l" start>
      {reward.ImageUrl && <img className="reward-picture" src={fileUrl(reward.ImageUrl)} alt="" />}
      <div className="carat-grow">
        <LabelledFacts
          items={[
            { label: labels.field('Status'), value: <StatusTag area="customer-rewards" status={reward.Status} /> },
            {
              label: t('customer-rewards:valid'),
              value: t('customer-rewards:period', {
                from: formatDate(reward.ValidityFrom),
                to: formatDate(reward.ValidityTo),
              }),
            },
            {
              label: t('customer-rewards:available'),
              value: (
                <>
                  {formatPoints(reward.Available)}
                  {movesPoints && (
                    <>
                      {' '}
                      <ChangeArrow label={t('customer-rewards:becomes')} /> {formatPoints(reward.AvailableAfter)}
                    </>
                  )}
                </>
              ),
            },
            reward.Points > 0 && { label: labels.field('Points'), value: formatPoints(reward.Points) },
            Number(reward.CashTopUp) > 0 && {
              label: labels.field('CashTopUp'),
              value: <MoneyText amount={reward.CashTopUp} currency />,
            },
            !!reward.StockOutletCode && {
              label: labels.field('StockOutletCode'),
              value: <CodeName field="StockOutletCode" code={reward.StockOutletCode} />,
            },
            !!reward.VoucherNo && { label: labels.field('VoucherNo'), value: reward.VoucherNo },
            reward.VoucherType !== null && {
              label: t('customer-rewards:voucher'),
              value: (
                <>
                  {formatMoney(reward.VoucherValue, { currency: true })}
                  {reward.Status === 'Active' && (
                    <Muted as="div">{t('customer-rewards:vouchersLeft', { count: reward.VouchersLeft ?? 0 })}</Muted>
                  )}
                </>
              ),
            },
            reward.MinimumSpend !== null && {
              label: labels.field('MinimumSpend'),
              value: <MoneyText amount={reward.MinimumSpend} currency />,
            },
            !!reward.InvoiceNo && { label: labels.field('InvoiceNo'), value: reward.InvoiceNo },
            !!reward.Reward.Terms && { label: t('customer-rewards:terms'), value: reward.Reward.Terms, wide: true },
          ]}
        />
      </div>
    </Row>
  )
}
