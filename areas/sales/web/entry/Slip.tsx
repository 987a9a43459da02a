import { SalePointSums } from '#areas/customers/web/index.ts'
import { appConfig } from '#areas/setup/contract.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatDate, formatFullInstant, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { SumList } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useRead } from '#kit/web/useRead.ts'
import { toCents, trimQuantityZeros } from '../amounts.ts'
import { pieceName } from '../piece.ts'
import type { SavedSale } from './useSaleEntry.ts'
import '../sales.css'

/** Printed slip for the customer, which is hidden on screen. */
export function PrintedSaleSlip({ sale }: { sale: SavedSale }) {
  const t = useT()
  const labels = useLabels('sales')
  const taxed = toCents(sale.Tax) !== 0n
  const salesPerson = sale.SalesPersonName && formatPersonName(sale.SalesPersonName)
  return (
    <div className="sales-slip carat-printed" aria-hidden>
      <Company outlet={[sale.OutletName ?? sale.OutletCode, sale.OutletPhone]} />
      <SumList
        items={[
          { label: labels.field('InvoiceNo'), value: sale.InvoiceNo },
          { label: labels.field('PerformedAt'), value: formatFullInstant(sale.PerformedAt) },
          salesPerson && { label: labels.field('SalesPersonCode'), value: <bdi>{salesPerson}</bdi> },
          sale.MembershipNo && {
            label: labels.field('Member'),
            value: <bdi>{formatPersonName(sale.CustomerName ?? '')}</bdi>,
          },
          sale.MembershipNo && { label: labels.field('MembershipNo'), value: sale.MembershipNo },
          sale.TierName && { label: t('sales:slip.tier'), value: <bdi>{sale.TierName}</bdi> },
        ]}
      />
      <hr />
      <SumList
        items={[
          ...sale.Details.map((line) => ({
            label: <Piece line={line} />,
            value: <MoneyText amount={line.NetAmount} />,
          })),
          taxed && { label: labels.field('Tax'), value: <MoneyText amount={sale.Tax} /> },
          {
            label: taxed ? labels.field('TotalAmount') : t('sales:total'),
            value: <MoneyText amount={sale.TotalAmount} currency />,
            strong: true,
          },
        ]}
      />
      {sale.MembershipNo && (
        <>
          <hr />
          <h2>{t('sales:slip.title')}</h2>
          <SalePointSums points={sale.SalePoints} />
          <p>
            {[
              sale.ExpiryDate && t('memberships:balance.until', { date: formatDate(sale.ExpiryDate) }),
              t('sales:done.balance', { points: formatPoints(sale.PointsAvailable) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </>
      )}
      <p>{t('sales:slip.thanks')}</p>
    </div>
  )
}

/** Shows logo and name of the company, and the outlet. */
function Company({ outlet }: { outlet: readonly (string | null)[] }) {
  const { data } = useRead(appConfig, {})
  return (
    <header>
      {/* The path has no leading slash, so that it is relative to <base href>. */}
      {data?.Logo && <img src={data.Logo.slice(1)} alt="" />}
      <strong>{data?.Company}</strong>
      <div>{outlet.filter(Boolean).join(' · ')}</div>
    </header>
  )
}

function Piece({ line }: { line: SavedSale['Details'][number] }) {
  const quantity = trimQuantityZeros(line.Quantity)
  return (
    <bdi>
      {quantity !== '1' && `${quantity} × `}
      {pieceName(line)}
    </bdi>
  )
}
