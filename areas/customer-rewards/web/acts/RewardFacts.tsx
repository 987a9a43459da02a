import '../rewards.css'
import type { Reply } from '#kit/contract/endpoint.ts'
import { Facts } from '#kit/web/Facts.tsx'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatDate, formatMoney, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Arrow, Muted, Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { lookupCustomerReward } from '../../contract.ts'

export type Found = Reply<typeof lookupCustomerReward>

/** What the reward is, and what the act would move. */
export function RewardFacts({ found }: { found: Found }) {
  const t = useT()
  const labels = useLabels('customer-rewards')
  const moves = found.Available !== found.AvailableAfter
  return (
    <Row gap="l" start>
      {found.ImageUrl && <img className="reward-picture" src={found.ImageUrl} alt="" />}
      <div className="carat-grow">
        <Facts
          items={[
            { label: labels.field('Status'), value: <StatusTag area="customer-rewards" status={found.Status} /> },
            {
              label: t('customer-rewards:valid'),
              value: t('customer-rewards:period', {
                from: formatDate(found.ValidityFrom),
                to: formatDate(found.ValidityTo),
              }),
            },
            {
              label: t('customer-rewards:available'),
              value: (
                <>
                  {formatPoints(found.Available)}
                  {moves && (
                    <>
                      {' '}
                      <Arrow label={t('customer-rewards:becomes')} /> {formatPoints(found.AvailableAfter)}
                    </>
                  )}
                </>
              ),
            },
            found.Points > 0 && { label: labels.field('Points'), value: formatPoints(found.Points) },
            Number(found.CashTopUp) > 0 && {
              label: labels.field('CashTopUp'),
              value: <MoneyText amount={found.CashTopUp} currency />,
            },
            !!found.StockOutletCode && { label: labels.field('StockOutletCode'), value: found.StockOutletCode },
            !!found.VoucherNo && { label: labels.field('VoucherNo'), value: found.VoucherNo },
            found.VoucherType !== null && {
              label: t('customer-rewards:voucher'),
              value: (
                <>
                  {formatMoney(found.VoucherValue, { currency: true })}
                  {found.Status === 'Active' && (
                    <Muted as="div">{t('customer-rewards:vouchersLeft', { count: found.VouchersLeft ?? 0 })}</Muted>
                  )}
                </>
              ),
            },
            found.MinimumSpend !== null && {
              label: labels.field('MinimumSpend'),
              value: <MoneyText amount={found.MinimumSpend} currency />,
            },
            !!found.InvoiceNo && { label: labels.field('InvoiceNo'), value: found.InvoiceNo },
            !!found.Reward.Terms && { label: t('customer-rewards:terms'), value: found.Reward.Terms, wide: true },
          ]}
        />
      </div>
    </Row>
  )
}
