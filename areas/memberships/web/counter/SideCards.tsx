import { CakeIcon, CheckIcon, HeartIcon, XIcon } from 'lucide-react'
import { Link } from 'react-router'
import { ConsentChannel } from '#areas/customers/contract/consents.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { formatDayAndMonth, formatRelativeDate, formatShortDate, listSeparator } from '#kit/web/format.ts'
import { CardLines, FactList } from '#kit/web/HomeParts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import { IconTile } from '#kit/web/Tile.tsx'
import type { MemberCard } from '../../contract/counter.ts'

/** Shows the panels beside the member at the counter: occasions, facts for staff, and missing customer data. */
export const CounterSideCards = ({ card }: { card: MemberCard }) => (
  <>
    <OccasionsCard card={card} />
    <GoodToKnowCard card={card} />
    <MissingDataCard card={card} />
  </>
)

function OccasionsCard({ card: { Occasions: occasions } }: { card: MemberCard }) {
  const t = useT()
  if (occasions.length === 0) return null
  return (
    <Card flush title={t('memberships:counter.occasions')}>
      <CardLines>
        {occasions.map(({ Kind, On, Years }) => {
          const birthday = Kind === 'Birthday'
          const near = formatRelativeDate(On)
          const isNear = near !== formatShortDate(On)
          return (
            <li key={Kind}>
              <IconTile size={40} tone={isNear ? 'gold' : 'grey'}>
                {birthday ? <CakeIcon /> : <HeartIcon />}
              </IconTile>
              <span className="carat-two-lines">
                <span>{t(birthday ? 'memberships:counter.birthday' : 'memberships:counter.wedding')}</span>
                <Muted>
                  {[isNear && near, formatDayAndMonth(On), Years && t('memberships:counter.years', { count: Years })]
                    .filter(Boolean)
                    .join(' · ')}
                </Muted>
              </span>
            </li>
          )
        })}
      </CardLines>
    </Card>
  )
}

function GoodToKnowCard({ card }: { card: MemberCard }) {
  const t = useT()
  const labels = useLabels('memberships')
  const { has } = useSession()
  const marketingConsents = card.Consents.filter(({ Channel }) => Channel !== 'Service')
  const facts = [
    card.PreferredName && { label: t('memberships:counter.address'), value: <bdi>{card.PreferredName}</bdi> },
    card.SpokenLanguages.length > 0 && {
      label: t('memberships:counter.speaks'),
      value: card.SpokenLanguages.map((language) => labels.value('Language', language)).join(listSeparator()),
    },
    card.PreferredStaffName && { label: t('memberships:counter.adviser'), value: <bdi>{card.PreferredStaffName}</bdi> },
    card.Tags.length > 0 && {
      label: t('memberships:counter.tags'),
      value: <bdi>{card.Tags.join(listSeparator())}</bdi>,
    },
    marketingConsents.length > 0 && {
      label: t('memberships:counter.contact'),
      value: (
        <Row as="span">
          {marketingConsents.map(({ Channel, GrantedYN }) => (
            <span key={Channel} className={GrantedYN === 'Y' ? 'carat-good carat-nowrap' : 'carat-bad carat-nowrap'}>
              {GrantedYN === 'Y' ? <CheckIcon aria-hidden /> : <XIcon aria-hidden />}{' '}
              {labels.value('ContactType', Channel)}
              {GrantedYN === 'N' && <span className="carat-unseen"> {t('memberships:counter.refused')}</span>}
            </span>
          ))}
        </Row>
      ),
    },
    { label: t('memberships:counter.since'), value: `${formatShortDate(card.JoinDate)}, ${card.RegisteredOutletCode}` },
  ]
  return (
    <Card
      title={t('memberships:counter.goodToKnow')}
      extra={
        has('Customer') && (
          <Link to={customerPath({ CustomerId: card.CustomerId })}>{t('memberships:actions.viewCustomer')}</Link>
        )
      }
    >
      <FactList facts={facts} />
    </Card>
  )
}

/** Shows missing data that the suggested action does not ask for, and channels without a consent or refusal. */
function MissingDataCard({ card }: { card: MemberCard }) {
  const t = useT()
  const labels = useLabels('memberships')
  const { has } = useSession()
  if (!has('Customer') || card.CustomerStatus !== 'Active') return null
  const missing = card.NextActions[0]?.Action === 'Complete profile' ? [] : card.MissingData
  const notAsked = ConsentChannel.options.filter(
    (channel) => channel !== 'Service' && !card.Consents.some(({ Channel }) => Channel === channel),
  )
  if (missing.length === 0 && notAsked.length === 0) return null
  return (
    <Card flush title={t('memberships:counter.toComplete')}>
      <CardLines>
        {missing.map((field) => (
          <li key={field}>
            <span className="carat-two-lines">
              <Muted>{labels.value('MissingData', field)}</Muted>
            </span>
            <Link
              to={customerPath({ CustomerId: card.CustomerId, edit: 'profile' })}
              aria-label={`${t('memberships:counter.add')}, ${labels.value('MissingData', field)}`}
            >
              {t('memberships:counter.add')}
            </Link>
          </li>
        ))}
        {notAsked.length > 0 && (
          <li>
            <span className="carat-two-lines">
              <Muted>
                {t('memberships:counter.notAsked', {
                  ways: notAsked.map((channel) => labels.value('ContactType', channel)).join(listSeparator()),
                })}
              </Muted>
            </span>
            <Link to={customerPath({ CustomerId: card.CustomerId })}>{t('memberships:counter.askNow')}</Link>
          </li>
        )}
      </CardLines>
    </Card>
  )
}
