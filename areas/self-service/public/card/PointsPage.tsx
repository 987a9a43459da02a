import { useT } from '#kit/public/texts.ts'
import { useRead } from '#kit/public/useRead.ts'
import type { PublicTextKey } from '#kit/public/vocabulary.ts'
import { formatMoney, formatPoints, formatShortDate, formatSigned } from '#kit/web/format.ts'
import { getOwnPoints, listOwnMovements } from '../../contract.ts'
import { MemberPageFrame } from './CardFrame.tsx'
import { LoadMoreButton } from './MoreButton.tsx'
import { useLoadMoreList } from './useMore.ts'
import '../self-service.css'

/** Page with the member's available points, expiry dates and movements. */
export function OwnPointsPage() {
  const t = useT()
  const points = useRead(getOwnPoints, {})
  const { data } = points
  return (
    <MemberPageFrame title={t('self-service:points.title')} read={points}>
      {data && (
        <>
          <section className="pub-card pub-card-body" aria-label={t('self-service:points.available')}>
            <p className="own-label">{t('self-service:points.available')}</p>
            <p className="own-large">{formatPoints(data.Available)}</p>
            {data.Pending > 0 && (
              <p className="pub-hint">{t('self-service:points.pending', { points: data.Pending })}</p>
            )}
            {data.Arrears > 0 && (
              <p className="pub-hint">{t('self-service:points.arrears', { points: data.Arrears })}</p>
            )}
          </section>
          {data.Expiring.length === 0 ? (
            <p className="pub-lead">
              {data.Entry
                ? t('self-service:tier.entry', {
                    amount: formatMoney(data.Entry.Amount, { currency: true }),
                    tier: data.Entry.CategoryName,
                  })
                : t('self-service:points.none')}
            </p>
          ) : (
            <>
              <h2 className="pub-section">{t('self-service:points.expiring')}</h2>
              <ul className="pub-card own-rows">
                {data.Expiring.map(({ Date: day, Points }) => (
                  <li key={day ?? ''} className="own-row">
                    <span>{day ? formatShortDate(day) : t('self-service:points.never')}</span>
                    <b className="own-figure">{t('self-service:points.count', { count: Points })}</b>
                  </li>
                ))}
              </ul>
            </>
          )}
          <Movements />
        </>
      )}
    </MemberPageFrame>
  )
}

const movements = {
  Earn: 'self-service:movement.earned',
  Bonus: 'self-service:movement.bonus',
  Referral: 'self-service:movement.friend',
  'Adjust In': 'self-service:movement.added',
  'Adjust Out': 'self-service:movement.deducted',
  Redeem: 'self-service:movement.redeemed',
  'Redeem Refund': 'self-service:movement.refunded',
  Reversal: 'self-service:movement.reversed',
  Expire: 'self-service:movement.expired',
  Reinstate: 'self-service:movement.reinstated',
  'Merge In': 'self-service:movement.moved',
  'Merge Out': 'self-service:movement.moved',
  'Arrears Recovery': 'self-service:movement.settled',
  'Opening Balance': 'self-service:movement.opening',
} as const satisfies Record<string, PublicTextKey>

function Movements() {
  const t = useT()
  const list = useLoadMoreList(listOwnMovements)
  if (list.rows.length === 0) return null
  return (
    <section aria-label={t('self-service:points.history')}>
      <h2 className="pub-section">{t('self-service:points.history')}</h2>
      <ul className="pub-card own-rows">
        {list.rows.map(({ TransactionType, Points, Bonus, BusinessDate, InvoiceNo }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: movements have no key and never change
          <li key={index} className="own-row">
            <span>
              <span className="own-row-title">
                {t(movements[TransactionType as keyof typeof movements] ?? 'self-service:movement.other')}
              </span>
              <span className="own-row-more">
                {formatShortDate(BusinessDate)}
                {InvoiceNo && <bdi> · {InvoiceNo}</bdi>}
                {Bonus > 0 && <> · {t('self-service:movement.ofWhichBonus', { points: formatPoints(Bonus) })}</>}
              </span>
            </span>
            <b className={Points > 0 ? 'own-figure own-gain' : 'own-figure'}>{formatSigned(Points)}</b>
          </li>
        ))}
      </ul>
      <LoadMoreButton list={list} />
    </section>
  )
}
