import { useT } from '#kit/public/texts.ts'
import { formatMoney, formatShortDate, formatSigned } from '#kit/web/format.ts'
import { listOwnPurchases } from '../../contract.ts'
import { MemberPageFrame } from './CardFrame.tsx'
import { LoadMoreButton } from './MoreButton.tsx'
import { useLoadMoreList } from './useMore.ts'
import '../self-service.css'

type Purchase = (typeof listOwnPurchases)['reply']['_output']['rows'][number]

/** Page with the member's purchases and returns, newest first. */
export function OwnPurchasesPage() {
  const t = useT()
  const list = useLoadMoreList<Purchase>(listOwnPurchases)
  return (
    <MemberPageFrame title={t('self-service:purchases.title')} read={list}>
      {list.rows.length === 0 ? (
        <p className="pub-lead">{t('self-service:purchases.none')}</p>
      ) : (
        <ul className="pub-card own-rows">
          {list.rows.map(({ InvoiceNo, TransactionType, BusinessDate, OutletName, NetAmount, Points }) => (
            <li key={`${TransactionType} ${InvoiceNo} ${BusinessDate}`} className="own-row">
              <span>
                <span className="own-row-title">{OutletName}</span>
                <span className="own-row-more">
                  {formatShortDate(BusinessDate)} · <bdi>{InvoiceNo}</bdi>
                </span>
                {TransactionType === 'C' && <span className="own-return">{t('self-service:purchases.returned')}</span>}
              </span>
              <span className="own-price">
                <b>{formatMoney(NetAmount, { currency: true })}</b>
                <span className="own-row-more">
                  {t('self-service:purchases.points', { points: formatSigned(Points), count: Math.abs(Points) })}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <LoadMoreButton list={list} />
    </MemberPageFrame>
  )
}
