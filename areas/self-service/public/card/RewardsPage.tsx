import { useState } from 'react'
import { useT } from '#kit/public/texts.ts'
import { formatMoney, formatShortDate } from '#kit/web/format.ts'
import { listOwnCatalogue, listOwnRewards, type OwnReward } from '../../contract.ts'
import { MemberPageFrame } from './CardFrame.tsx'
import { QrDrawing } from './MemberCode.tsx'
import { LoadMoreButton } from './MoreButton.tsx'
import { useLoadMoreList } from './useMore.ts'
import '../self-service.css'

/** Page with the member's active rewards and their QR codes, the catalogue, and past rewards. */
export function OwnRewardsPage() {
  const t = useT()
  const activeRewards = useLoadMoreList<OwnReward>(listOwnRewards, { OpenYN: 'Y' })
  return (
    <MemberPageFrame title={t('self-service:rewards.title')} read={activeRewards}>
      {activeRewards.rows.length === 0 ? (
        <p className="pub-lead">{t('self-service:rewards.none')}</p>
      ) : (
        <>
          <p className="pub-lead">{t('self-service:rewards.help')}</p>
          {activeRewards.rows.map((reward) => (
            <ActiveReward key={reward.ReferenceCode} reward={reward} isOnly={activeRewards.count === 1} />
          ))}
          <LoadMoreButton list={activeRewards} />
        </>
      )}
      <Catalogue />
      <PastRewards />
    </MemberPageFrame>
  )
}

function ActiveReward({ reward, isOnly }: { reward: OwnReward; isOnly: boolean }) {
  const t = useT()
  const { ReferenceCode, Qr, Name, Description, Terms, VoucherValue, ValidityTo, OutletName } = reward
  return (
    <details className="pub-card own-reward" open={isOnly}>
      <summary>
        <span>
          <span className="own-row-title">{Name}</span>
          <span className="own-row-more">
            {VoucherValue && <>{formatMoney(VoucherValue, { currency: true })} · </>}
            {ValidityTo
              ? t('self-service:rewards.until', { date: formatShortDate(ValidityTo) })
              : t('self-service:rewards.noEnd')}
          </span>
        </span>
        <span className="own-show">{t('self-service:rewards.show')}</span>
      </summary>
      <div className="own-reward-body pub-qr">
        <QrDrawing qr={Qr} name={t('self-service:rewards.qrOf', { Name })} />
        <p className="pub-number">{ReferenceCode}</p>
        <p className="pub-hint">
          {OutletName ? t('self-service:rewards.collectAt', { outlet: OutletName }) : t('self-service:rewards.scan')}
        </p>
      </div>
      {Description && <p className="own-reward-text">{Description}</p>}
      {Terms && <p className="own-reward-text pub-hint">{Terms}</p>}
    </details>
  )
}

type Offer = (typeof listOwnCatalogue)['reply']['_output']['rows'][number]

/** Lists the rewards that the member can redeem for points at the counter. */
function Catalogue() {
  const t = useT()
  const list = useLoadMoreList<Offer>(listOwnCatalogue)
  if (list.rows.length === 0) return null
  return (
    <section aria-label={t('self-service:rewards.catalogue')}>
      <h2 className="pub-section">{t('self-service:rewards.catalogue')}</h2>
      <p className="pub-hint">{t('self-service:rewards.catalogueHelp')}</p>
      <ul className="pub-card own-rows">
        {list.rows.map(({ Code, Name, Description, Points, CashTopUp, ValidTo, EnoughYN }) => (
          <li key={Code} className="own-row">
            <span>
              <span className="own-row-title">{Name}</span>
              {Description && <span className="own-row-more">{Description}</span>}
              {ValidTo && (
                <span className="own-row-more">
                  {t('self-service:rewards.until', { date: formatShortDate(ValidTo) })}
                </span>
              )}
            </span>
            <span className="own-price">
              <b>{t('self-service:points.count', { count: Points })}</b>
              {Number(CashTopUp) > 0 && (
                <span className="own-row-more">+ {formatMoney(CashTopUp, { currency: true })}</span>
              )}
              <span className={EnoughYN === 'Y' ? 'pub-badge' : 'own-row-more'}>
                {EnoughYN === 'Y' ? t('self-service:rewards.enough') : t('self-service:rewards.notEnough')}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <LoadMoreButton list={list} />
    </section>
  )
}

const words = {
  Claimed: 'self-service:rewards.claimed',
  Collected: 'self-service:rewards.collected',
  Cancelled: 'self-service:rewards.cancelled',
  Expired: 'self-service:rewards.expired',
} as const

function PastRewards() {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="own-earlier" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="pub-section">{t('self-service:rewards.earlier')}</summary>
      {isOpen && <PastRewardRows />}
    </details>
  )
}

function PastRewardRows() {
  const t = useT()
  const list = useLoadMoreList<OwnReward>(listOwnRewards, { OpenYN: 'N' })
  if (!list.data) return <p className="pub-lead">{t('kit:loading')}</p>
  if (list.rows.length === 0) return <p className="pub-lead">{t('self-service:rewards.noEarlier')}</p>
  return (
    <>
      <ul className="pub-card own-rows">
        {list.rows.map(({ ReferenceCode, Name, Status }) => (
          <li key={ReferenceCode} className="own-row">
            <span>
              <span className="own-row-title">{Name}</span>
              <span className="own-row-more">{ReferenceCode}</span>
            </span>
            <span className="own-row-more">
              {t(words[Status as keyof typeof words] ?? 'self-service:rewards.over')}
            </span>
          </li>
        ))}
      </ul>
      <LoadMoreButton list={list} />
    </>
  )
}
