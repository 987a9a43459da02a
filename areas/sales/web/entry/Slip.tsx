import { personName } from '#kit/contract/person.ts'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatDate, formatInstant, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Sums } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { plainQuantity } from '../amounts.ts'
import type { Posted } from './useSaleEntry.ts'
import '../sales.css'

/** The customer's slip: unseen on the screen, the only thing on the paper. */
export function Slip({ sale }: { sale: Posted }) {
  const t = useT()
  const labels = useLabels('sales')
  return (
    <div className="sales-slip carat-printed" style={{ maxInlineSize: '80mm' }} aria-hidden>
      <h2>{t('sales:slip.title')}</h2>
      <Sums
        items={[
          { label: labels.field('InvoiceNo'), value: sale.InvoiceNo },
          { label: labels.field('PerformedAt'), value: formatInstant(sale.PerformedAt) },
          { label: labels.field('OutletCode'), value: sale.OutletCode },
          sale.MembershipNo && {
            label: labels.field('Member'),
            value: `${personName(sale.CustomerName ?? '')} · ${sale.MembershipNo}`,
          },
        ]}
      />
      <hr />
      <Sums
        items={[
          ...sale.Details.map((line) => ({
            label: `${plainQuantity(line.Quantity)} × ${line.Description ?? line.Brand}`,
            value: <MoneyText amount={line.NetAmount} />,
          })),
          {
            label: labels.field('TotalAmount'),
            value: <MoneyText amount={sale.TotalAmount} currency />,
            strong: true,
          },
        ]}
      />
      <hr />
      {sale.MembershipNo && (
        <>
          <p className="carat-part">
            {sale.ApprovalStatus === 'Pending'
              ? t('sales:slip.pending', { points: formatPoints(sale.PointsPending) })
              : t('sales:slip.earned', { points: formatPoints(sale.PointsMoved) })}
          </p>
          {sale.ExpiryDate && <p>{t('memberships:balance.until', { date: formatDate(sale.ExpiryDate) })}</p>}
          <p>{t('sales:done.balance', { points: formatPoints(sale.PointsAvailable) })}</p>
        </>
      )}
      <p>{t('sales:slip.thanks')}</p>
    </div>
  )
}
