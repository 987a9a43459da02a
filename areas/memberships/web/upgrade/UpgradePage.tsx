import { Alert } from 'antd'
import { useParams } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { MemberHeader } from '#areas/customers/web/index.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getMembership, type Membership } from '../../contract/memberships.ts'
import { UpgradeBasisForm } from './ChooseBasis.tsx'
import { PreparedUpgrade } from './Prepared.tsx'

/** The page that upgrades a member to premium in three steps: choose the basis, review the effects, confirm. */
export function UpgradePage() {
  const t = useT()
  const { MembershipNo = '' } = useParams()
  const { data, error, refetch } = useRead(getMembership, { mbsno: MembershipNo })
  if (error) return <ErrorState error={error} title={t('customers:failed.get')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return (
    <Stack width="form">
      <MemberHead membership={data} />
      <UpgradeStep membership={data} />
    </Stack>
  )
}

function UpgradeStep({ membership }: { membership: Membership }) {
  const t = useT()
  if (membership.Upgrade) return <PreparedUpgrade upgrade={membership.Upgrade} />
  if (membership.MemberType === 'Premium Member')
    return <Alert type="info" showIcon title={t('memberships:refusals.already_premium')} />
  if (membership.Status !== 'Active' || membership.CustomerStatus !== 'Active') {
    return <Alert type="warning" showIcon title={t('memberships:refusals.customer_not_active')} />
  }
  return <UpgradeBasisForm membership={membership} />
}

function MemberHead({ membership }: { membership: Membership }) {
  const labels = useLabels('memberships')
  return (
    <div className="carat-card carat-card-body">
      <MemberHeader
        name={membership.Name}
        to={customerPath({ CustomerId: membership.CustomerId })}
        tier={{
          name: membership.CardCategoryName ?? labels.value('MemberType', membership.MemberType),
          color: membership.Color,
        }}
        status={membership.Status !== 'Active' && <StatusTag area="memberships" status={membership.Status} />}
        number={membership.MembershipNo}
      />
    </div>
  )
}
