import { Button } from 'antd'
import { CircleCheckIcon, ClockIcon, PrinterIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { SalePointSums } from '#areas/customers/web/index.ts'
import { pointExplanationPath } from '#areas/points/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { formatMoney, formatPoints, formatShortDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, ListEntry, Muted, Row, Stack, TwoLineText } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { salePath } from '../../paths.ts'
import { pieceDescription, pieceName } from '../piece.ts'
import { PrintedSaleSlip } from './Slip.tsx'
import type { SavedSale } from './useSaleEntry.ts'
import '../sales.css'

/** Shows the posted sale with its points, which staff tell the customer, and a button for the next sale. */
export function SaleSavedView({ sale, onNext }: { sale: SavedSale; onNext: () => void }) {
  const t = useT()
  const nextButton = useRef<HTMLButtonElement>(null)
  // A sale above the user's limit does not count until another person approves it.
  const waits = sale.ApprovalStatus === 'Pending'
  const points = waits ? sale.SalePoints.Pending : sale.SalePoints.Total
  const owed = sale.PointsOwed ?? 0
  useEffect(() => {
    // After print the button gets the focus again, because it is hidden in print and hidden elements lose the focus.
    const back = () => nextButton.current?.focus()
    window.addEventListener('afterprint', back)
    return () => window.removeEventListener('afterprint', back)
  }, [])
  return (
    <Stack>
      <div className="carat-card carat-state carat-unprinted">
        {waits ? (
          <ClockIcon className="carat-mark" aria-hidden />
        ) : (
          <CircleCheckIcon className="carat-mark carat-good" aria-hidden />
        )}
        <div role="status">
          <Muted as="p">
            {t('sales:done.saved', {
              number: sale.InvoiceNo,
              amount: formatMoney(sale.TotalAmount, { currency: true }),
            })}
          </Muted>
          {sale.MembershipNo ? (
            <>
              <p className="carat-record-name">
                {t(waits ? 'sales:done.waits' : 'sales:done.earned', {
                  name: formatPersonName(sale.CustomerName ?? ''),
                })}
              </p>
              <p className="carat-hero">
                <PointsText points={points} sign="signed" />{' '}
                <small>{t(waits ? 'sales:done.pending' : 'sales:points', { count: points })}</small>
              </p>
              {waits && <Muted as="p">{t('sales:done.waitsHint')}</Muted>}
              <Muted as="p">
                {[
                  sale.ExpiryDate && t('memberships:balance.until', { date: formatShortDate(sale.ExpiryDate) }),
                  t('sales:done.balance', { points: formatPoints(sale.PointsAvailable) }),
                  owed > 0 && t('sales:done.owes', { points: formatPoints(owed) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Muted>
            </>
          ) : (
            <>
              <p className="carat-record-name">{t('sales:done.walkIn')}</p>
              <p className="carat-hero">
                <MoneyText amount={sale.TotalAmount} currency />
              </p>
            </>
          )}
        </div>
        <Row justify="center" style={{ marginBlock: 12 }}>
          <Button ref={nextButton} type="primary" size="large" autoFocus onClick={onNext}>
            {t('sales:done.next')}
          </Button>
          <Button size="large" icon={<PrinterIcon aria-hidden />} onClick={() => window.print()}>
            {t('sales:done.print')}
          </Button>
        </Row>
        <Row justify="center" gap="l">
          {sale.MembershipNo && !waits && (
            <Link to={pointExplanationPath({ MembershipNo: sale.MembershipNo, InvoiceNo: sale.InvoiceNo })}>
              {t('sales:explain')}
            </Link>
          )}
          <Link to={salePath(sale)}>{t('sales:done.open', { number: sale.InvoiceNo })}</Link>
        </Row>
      </div>
      <Card flush title={t('sales:entry.pieces')}>
        <EntryList>
          {sale.Details.map((line) => (
            <ListEntry
              key={line.SequenceNo}
              side={
                <>
                  <MoneyText amount={line.NetAmount} />
                  {sale.MembershipNo && !waits && (
                    <span>
                      <PointsText points={line.PointsEarned} sign="signed" />{' '}
                      {t('sales:points', { count: line.PointsEarned })}
                    </span>
                  )}
                </>
              }
            >
              <TwoLineText second={pieceDescription(line).join(' · ')}>{pieceName(line)}</TwoLineText>
            </ListEntry>
          ))}
        </EntryList>
        {sale.MembershipNo && (
          <div className="carat-card-body">
            <SalePointSums points={sale.SalePoints} />
          </div>
        )}
      </Card>
      <PrintedSaleSlip sale={sale} />
    </Stack>
  )
}
