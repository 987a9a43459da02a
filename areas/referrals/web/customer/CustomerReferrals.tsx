import { Button } from 'antd'
import { UserPlusIcon } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { type CustomerView, getCustomer, isCustomerEditable } from '#areas/customers/contract/customers.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { formatDate, formatMoney, formatPoints, getCurrency, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, Muted } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { customerReferrals, type Referral } from '../../contract.ts'

/** Shows the referrer of a customer, and the friends whom the customer referred. */
export function CustomerReferralsCard({ CustomerId }: { CustomerId: number }) {
  const t = useT()
  const { data: customer } = useRead(getCustomer, { CustomerId }, { staleTime: Infinity })
  const { data, error, refetch } = useRead(customerReferrals, { CustomerId })
  if (!customer) return null
  return (
    <Card title={t('referrals:card.title')}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <h3 className="carat-part">{t('referrals:card.by')}</h3>
          {data.ReferredBy && (
            <EntryList>
              <ReferralEntry referral={data.ReferredBy} person="referrer" />
            </EntryList>
          )}
          {(!data.ReferredBy || data.MayNameUntil) && <NameReferrer customer={customer} until={data.MayNameUntil} />}
          <h3 className="carat-part">{t('referrals:card.of')}</h3>
          {data.Referred.rows.length === 0 && <Muted as="p">{t('referrals:card.none')}</Muted>}
          <EntryList>
            {data.Referred.rows.map((referral) => (
              <ReferralEntry key={referral.ReferralId} referral={referral} person="friend" />
            ))}
          </EntryList>
          {data.Referred.count > data.Referred.rows.length && (
            <Muted as="p">{t('referrals:card.more', { count: data.Referred.count - data.Referred.rows.length })}</Muted>
          )}
        </>
      ) : (
        <LoadingState rows={3} />
      )}
    </Card>
  )
}

function ReferralEntry({ referral, person }: { referral: Referral; person: 'friend' | 'referrer' }) {
  const isFriend = person === 'friend'
  const name = isFriend ? referral.FullName : referral.ReferrerName
  const number = isFriend ? referral.MembershipNo : referral.ReferrerMembershipNo
  return (
    <li>
      <div className="carat-entry">
        <Link to={customerPath({ CustomerId: isFriend ? referral.CustomerId : referral.ReferrerCustomerId })}>
          {name}
        </Link>
        <Muted as="div">
          <span className="carat-figure">{number}</span>
        </Muted>
        <Muted as="div">
          <ReferralStatus referral={referral} />
        </Muted>
      </div>
      <StatusTag area="referrals" status={referral.Status} />
    </li>
  )
}

/** Shows the next step of an open referral, or the outcome of a closed one. */
function ReferralStatus({ referral }: { referral: Referral }) {
  const t = useT()
  const labels = useLabels('referrals')
  const { Status, MinimumAmount, QualifyUntil, ApproveFrom, ReferrerAwarded, FriendAwarded, DecisionRemark } = referral
  switch (Status) {
    case 'Pending':
      return t('referrals:card.waits', {
        amount: `${getCurrency()} ${formatMoney(MinimumAmount)}`,
        date: formatDate(QualifyUntil),
      })
    case 'Qualified':
      if (referral.Flags.length > 0)
        return t('referrals:card.pending', {
          what: referral.Flags.map((flag) => labels.value('Flags', flag)).join(listSeparator()),
        })
      return t('referrals:card.from', { date: formatDate(ApproveFrom) })
    case 'Approved':
      return t('referrals:card.awarded', { points: formatPoints((ReferrerAwarded ?? 0) + (FriendAwarded ?? 0)) })
    case 'Rejected':
      return DecisionRemark
    case 'Voided':
      return t(`referrals:values.VoidReason.${referral.VoidReason ?? 'Sale cancelled'}`)
  }
}

/** Shows the entered referrer number while no referral exists, or until the deadline a button to name a referrer. */
function NameReferrer({ customer, until }: { customer: CustomerView; until: string | null }) {
  const t = useT()
  const { has } = useSession()
  const navigate = useNavigate()
  const { CustomerId, RecommendMembershipNo } = customer
  if (RecommendMembershipNo) return <p className="carat-figure">{RecommendMembershipNo}</p>
  if (until === null || !has(['Customer', 'Update Member Listing']) || !isCustomerEditable(customer))
    return <Muted as="p">{t('referrals:card.noReferrer')}</Muted>
  return (
    <>
      <Muted as="p">{t('referrals:card.until', { date: formatDate(until) })}</Muted>
      <Button
        icon={<UserPlusIcon aria-hidden />}
        onClick={() => void navigate(customerPath({ CustomerId, edit: 'referrer' }), { preventScrollReset: true })}
      >
        {t('referrals:card.name')}
      </Button>
    </>
  )
}
