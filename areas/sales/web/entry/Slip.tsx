import { MoneyText } from '#kit/web/Figures.tsx'
import { formatDate, formatInstant, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { plainQuantity } from '../amounts.ts'
import type { Posted } from './useSaleEntry.ts'

/** The customer's slip: unseen on the screen, the only thing on the paper. */
export function Slip({ sale }: { sale: Posted }) {
  const t = useT()
  const labels = useLabels('sales')
  const facts = [
    [labels.field('InvoiceNo'), sale.InvoiceNo],
    [labels.field('PerformedAt'), formatInstant(sale.PerformedAt)],
    [labels.field('OutletCode'), sale.OutletCode],
    [labels.field('Member'), sale.MembershipNo && `${sale.CustomerName} · ${sale.MembershipNo}`],
  ] as const
  return (
    <div className="sales-slip" aria-hidden>
      <h2>{t('sales:slip.title')}</h2>
      <dl>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <table>
        <tbody>
          {sale.Details.map((line) => (
            <tr key={line.SequenceNo}>
              <td>
                {plainQuantity(line.Quantity)} × {line.Description ?? line.Brand}
              </td>
              <td>
                <MoneyText amount={line.NetAmount} />
              </td>
            </tr>
          ))}
          <tr className="sales-slip-total">
            <td>{labels.field('TotalAmount')}</td>
            <td>
              <MoneyText amount={sale.TotalAmount} currency />
            </td>
          </tr>
        </tbody>
      </table>
      {sale.MembershipNo && (
        <>
          <p className="sales-slip-points">
            {sale.ApprovalStatus === 'Pending'
              ? t('sales:slip.pending', { points: formatPoints(sale.PointsPending) })
              : t('sales:slip.earned', { points: formatPoints(sale.EarnedPoints) })}
          </p>
          {sale.ExpiryDate && <p>{t('sales:done.expires', { date: formatDate(sale.ExpiryDate) })}</p>}
          <p>{t('sales:done.balance', { points: formatPoints(sale.PointsAvailable) })}</p>
        </>
      )}
      <p>{t('sales:slip.thanks')}</p>
    </div>
  )
}
