import { Link } from 'react-router'
import { type CustomerView, findMainMembership, getCustomer } from '#areas/customers/contract/customers.ts'
import { memberLevelsPath } from '#areas/levels/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ColourTag } from '#kit/web/ColourTag.tsx'
import { call } from '#kit/web/call.ts'
import { PointsText } from '#kit/web/Figures.tsx'
import { formatDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row, SummaryBar, TwoLineText } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useHistoryRowAction } from '#kit/web/RecordHistory.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import { type RowAction, RowActions } from '#kit/web/table/RowActions.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { deleteMembership, restoreMembership } from '../../contract/memberships.ts'

/** Lists the customer's other memberships, including merged and deleted ones. The page head shows the main membership. */
export function MembershipCards({ CustomerId }: { CustomerId: number }) {
  const { data: customer } = useRead(getCustomer, { CustomerId }, { staleTime: Infinity })
  if (!customer) return null
  const main = findMainMembership(customer)
  return customer.Memberships.filter((membership) => membership !== main).map((membership) => (
    <MembershipCard key={membership.MembershipNo} membership={membership} name={formatPersonName(customer.FullName)} />
  ))
}

type CardProps = { membership: CustomerView['Memberships'][number]; name: string }

function MembershipCard({ membership, name }: CardProps) {
  const t = useT()
  const labels = useLabels('customers')
  const { has } = useSession()
  const history = useHistoryRowAction('memberships', 'Membership')
  const remove = useCall(deleteMembership, {
    done: 'memberships:done.deleted',
    failed: 'kit:deleteFailed',
    undo: ({ MembershipNo }) => call(restoreMembership, { MembershipNo }),
  })
  const { MembershipNo, Status } = membership
  const actions: RowAction[] = [
    history.of(MembershipNo, MembershipNo),
    // The server refuses to delete a membership with points, which must be archived instead.
    has('Customer') &&
      Status !== 'Deleted' &&
      Status !== 'Merged' && {
        label: t('kit:verbs.delete'),
        danger: true,
        confirm: t('memberships:list.deleteQuestion', { number: MembershipNo, name }),
        run: () => remove.mutateAsync({ MembershipNo }),
      },
  ].filter((action) => typeof action === 'object')
  return (
    <Card flush label={membership.MembershipNo} stripe={membership.Color ?? 'transparent'}>
      <Row tight start justify="spread" gap="m" className="carat-card-body">
        <TwoLineText
          second={
            <>
              {membership.CardGroupName} · <span className="carat-figure">{membership.MembershipNo}</span>
            </>
          }
        >
          <strong>
            {membership.CardCategoryName ? (
              <ColourTag name={membership.CardCategoryName} color={membership.Color} />
            ) : (
              labels.value('MemberType', membership.MemberType)
            )}
          </strong>
        </TwoLineText>
        <Row tight gap="s">
          <StatusTag area="customers" status={membership.Status} />
          {actions.length > 0 && <RowActions name={membership.MembershipNo} actions={actions} />}
        </Row>
      </Row>
      {membership.Status !== 'Merged' && (
        <SummaryBar
          band
          items={[
            {
              label: t('memberships:balance.available'),
              value: <PointsText points={Math.max(0, membership.PointBalance)} />,
              main: true,
            },
            membership.Arrears > 0 && {
              label: t('memberships:balance.owed'),
              value: <PointsText points={membership.Arrears} />,
              bad: true,
            },
          ]}
        />
      )}
      <Row gap="l" className="carat-card-body carat-muted">
        <span>{t('customers:points.since', { date: formatDate(membership.JoinDate) })}</span>
        {membership.CycleEnd && <span>{t('customers:points.cycle', { date: formatDate(membership.CycleEnd) })}</span>}
        {membership.CardCategoryCode && has('Customer') && (
          <Link to={memberLevelsPath({ MembershipNo: membership.MembershipNo })}>{t('customers:points.level')}</Link>
        )}
        {membership.MergedIntoMembershipNo && (
          <span>{t('customers:points.mergedInto', { number: membership.MergedIntoMembershipNo })}</span>
        )}
      </Row>
      {history.node}
    </Card>
  )
}
