import { CheckCircleFilled, ClockCircleFilled, PrinterOutlined } from '@ant-design/icons'
import { Button, Flex } from 'antd'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { formatDate, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Card } from '#kit/web/Sections.tsx'
import { explainLink, transactionLink } from '../links.ts'
import { Slip } from './Slip.tsx'
import type { Posted } from './useSaleEntry.ts'

/** The moment after: what was earned, to be read out to the customer, and the way to the next one. */
export function SaleDone({ sale, onNext }: { sale: Posted; onNext: () => void }) {
  const t = useT()
  const nextButton = useRef<HTMLButtonElement>(null)
  // Above the limit of who entered it: it counts for nothing before a second person has approved it.
  const waits = sale.ApprovalStatus === 'Pending'
  const points = waits ? sale.PointsPending : sale.EarnedPoints
  const owed = sale.PointsOwed ?? 0
  useEffect(() => {
    // On paper the button does not exist, and what does not exist cannot keep the focus.
    const back = () => nextButton.current?.focus()
    window.addEventListener('afterprint', back)
    return () => window.removeEventListener('afterprint', back)
  }, [])
  return (
    <>
      <div className="sales-done carat-card">
        {waits ? (
          <ClockCircleFilled className="sales-done-mark sales-done-waits" aria-hidden />
        ) : (
          <CheckCircleFilled className="sales-done-mark" aria-hidden />
        )}
        <div role="status">
          {sale.MembershipNo ? (
            <>
              <p className="sales-done-name">
                {t(waits ? 'sales:done.waits' : 'sales:done.earned', { name: sale.CustomerName ?? '' })}
              </p>
              <p className="sales-done-points">
                <PointsText points={points} sign="signed" />{' '}
                <span>{t(waits ? 'sales:done.pending' : 'sales:points', { count: points })}</span>
              </p>
              {waits && <p className="sales-quiet">{t('sales:done.waitsHint')}</p>}
              <p className="sales-quiet">
                {[
                  sale.ExpiryDate && t('sales:done.expires', { date: formatDate(sale.ExpiryDate) }),
                  t('sales:done.balance', { points: formatPoints(sale.PointsAvailable) }),
                  owed > 0 && t('sales:done.owes', { points: formatPoints(owed) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </>
          ) : (
            <>
              <p className="sales-done-name">{t('sales:done.walkIn')}</p>
              <p className="sales-done-points">
                <MoneyText amount={sale.TotalAmount} currency />
              </p>
            </>
          )}
        </div>
        <Flex gap={8} wrap justify="center" className="sales-done-actions">
          <Button ref={nextButton} type="primary" size="large" autoFocus onClick={onNext}>
            {t('sales:done.next')}
          </Button>
          <Button size="large" icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
            {t('sales:done.print')}
          </Button>
        </Flex>
        <Flex gap={16} wrap justify="center">
          {sale.MembershipNo && !waits && (
            <Link to={explainLink(sale.MembershipNo, sale.InvoiceNo)}>{t('sales:explain')}</Link>
          )}
          <Link to={transactionLink(sale)}>{t('sales:done.open', { number: sale.InvoiceNo })}</Link>
        </Flex>
      </div>
      <Card flush title={t('sales:lines.title')}>
        <ul className="sales-linked">
          {sale.Details.map((line) => (
            <li key={line.SequenceNo}>
              <div>
                {line.Description ?? line.Brand}
                <div className="sales-quiet">
                  {[line.Description && line.Brand, line.ProductGroup].filter(Boolean).join(' · ')}
                </div>
              </div>
              <div className="sales-linked-figures">
                <MoneyText amount={line.NetAmount} />
                {sale.MembershipNo && !waits && (
                  <span>
                    <PointsText points={line.PointsEarned} sign="signed" />{' '}
                    {t('sales:points', { count: line.PointsEarned })}
                  </span>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Card>
      <Slip sale={sale} />
    </>
  )
}
