import { Icon } from '#kit/public/Icon.tsx'
import { Link } from '#kit/public/router.tsx'
import { useT } from '#kit/public/texts.ts'
import { formatMoney, formatPoints, formatShortDate, formatShortInstant } from '#kit/web/format.ts'
import type { OwnCard } from '../../contract.ts'
import { ownRewardsPath } from '../../paths.ts'
import { MemberPageFrame } from './CardFrame.tsx'
import { MemberQrCode } from './MemberCode.tsx'
import { percentReached } from './share.ts'
import { useOfflineCardCache } from './useInstalled.ts'
import { useOwnCard } from './useOwn.ts'
import { WalletButtons } from './Wallets.tsx'
import '../self-service.css'

/** Page with the member card: QR code, points, next expiry and progress to the next tier. */
export function MemberCardPage() {
  const t = useT()
  const card = useOwnCard()
  const { data, asOf } = card
  useOfflineCardCache(!!data && !asOf)
  return (
    <MemberPageFrame title={t('self-service:card.title')} unseenTitle read={card}>
      {data && (
        <>
          {asOf && (
            <p className="pub-note pub-note-warning" role="status">
              {t('self-service:card.asOf', { at: formatShortInstant(asOf) })}
            </p>
          )}
          <Face card={data} />
          <MemberQrCode
            code={data.QrPayload}
            qr={data.Qr}
            name={t('self-service:card.qrOf', { MembershipNo: data.MembershipNo })}
          >
            <p className="pub-hint">{t('self-service:card.show')}</p>
          </MemberQrCode>
          {!asOf && <WalletButtons wallets={data.Wallets} />}
          <Expiring card={data} />
          <Tier card={data} />
        </>
      )}
    </MemberPageFrame>
  )
}

function Face({ card }: { card: OwnCard }) {
  const t = useT()
  const { CardGroupName, CardCategoryName, Color, Available, Pending, FullName, PreferredName, JoinDate, Status } = card
  return (
    <section className="own-face" aria-label={t('self-service:card.membership')}>
      <Facets />
      <div className="own-face-row">
        <span className="own-face-group">{CardGroupName}</span>
        {CardCategoryName && (
          <span className="own-tier">
            <i style={{ background: Color ?? undefined }} aria-hidden />
            {CardCategoryName}
          </span>
        )}
      </div>
      <p className="own-face-label">{t('self-service:card.points')}</p>
      <p className="own-face-points">{formatPoints(Available)}</p>
      {Pending > 0 && <p className="own-face-label">{t('self-service:card.pending', { points: Pending })}</p>}
      <p className="own-face-name">
        <bdi>{PreferredName ?? FullName}</bdi>
      </p>
      <p className="own-face-label">{t('self-service:card.since', { date: formatShortDate(JoinDate) })}</p>
      {Status !== 'Active' && <p className="own-face-label">{t('self-service:card.notActive')}</p>}
    </section>
  )
}

/** Decorative drawing of a cut stone. */
const Facets = () => (
  <svg className="own-facets" viewBox="0 0 200 200" fill="none" stroke="#fff" strokeWidth={1.5} aria-hidden>
    <path d="M100 10 180 70 100 190 20 70ZM20 70H180M60 70 100 190 140 70 100 10Z" />
  </svg>
)

function Expiring({ card: { ExpiringNext } }: { card: OwnCard }) {
  const t = useT()
  if (!ExpiringNext) return null
  const { Points, Date: day, SoonYN } = ExpiringNext
  return (
    <div className={SoonYN === 'Y' ? 'pub-note pub-note-warning own-hint' : 'pub-note own-hint'}>
      <Icon name="hourglass" size={18} />
      <div>
        <p className="pub-strong">{t('self-service:points.expireOn', { count: Points, date: formatShortDate(day) })}</p>
        <Link to={ownRewardsPath()}>{t('self-service:points.whatTheyBuy')}</Link>
      </div>
    </div>
  )
}

/** Shows the progress to the next tier; in the highest tier, the amount missing to stay in the tier. */
function Tier({ card }: { card: OwnCard }) {
  const t = useT()
  const { CardCategoryName, NextCategoryName, NextAmount, MissingToNext, MissingToStay, Spend, CycleEnd } = card
  const { Entry } = card
  if (Entry)
    return (
      <section className="pub-card pub-card-body" aria-label={t('self-service:tier.title')}>
        <p>{t('self-service:tier.entry', { amount: amount(Entry.Amount), tier: Entry.CategoryName })}</p>
      </section>
    )
  const until = CycleEnd ? formatShortDate(CycleEnd) : ''
  const toStay =
    MissingToStay !== null &&
    CardCategoryName &&
    until &&
    (Number(MissingToStay) === 0
      ? t('self-service:tier.stays', { tier: CardCategoryName, date: until })
      : t('self-service:tier.toStay', { tier: CardCategoryName, amount: amount(MissingToStay), date: until }))
  const leads = NextCategoryName && NextAmount !== null && MissingToNext !== null
  if (!leads && !toStay) return null
  return (
    <section className="pub-card pub-card-body" aria-label={t('self-service:tier.title')}>
      {leads && (
        <>
          <div className="own-pair">
            <strong>
              {CardCategoryName
                ? t('self-service:tier.fromTo', { from: CardCategoryName, to: NextCategoryName })
                : NextCategoryName}
            </strong>
            <span className="own-figure">
              {t('self-service:tier.ofAmount', { spent: amount(Spend), amount: formatMoney(NextAmount) })}
            </span>
          </div>
          <div className="pub-bar own-bar" aria-hidden>
            <i style={{ inlineSize: `${percentReached(NextAmount, MissingToNext)}%` }} />
          </div>
          <p className="pub-hint">
            {t('self-service:tier.missing', { amount: amount(MissingToNext), tier: NextCategoryName })}
          </p>
        </>
      )}
      {toStay && <p className={leads ? 'pub-hint' : undefined}>{toStay}</p>}
    </section>
  )
}

const amount = (value: string | null) => formatMoney(value ?? '0', { currency: true })
