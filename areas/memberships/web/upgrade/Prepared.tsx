import { Alert } from 'antd'
import { Link, useNavigate } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { ColourTag } from '#kit/web/ColourTag.tsx'
import { ConfirmAction, ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { LabelledFacts } from '#kit/web/Facts.tsx'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatDate, formatShortInstant, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { cancelUpgrade, confirmUpgrade, type UpgradePreparation } from '../../contract/upgrade.ts'

/** Shows the effects of the prepared upgrade, which the user confirms or cancels. */
export function PreparedUpgrade({ upgrade }: { upgrade: UpgradePreparation }) {
  const t = useT()
  const labels = useLabels('memberships')
  const navigate = useNavigate()
  const key = { MembershipNo: upgrade.MembershipNo, Version: upgrade.Version }
  const confirm = useCall(confirmUpgrade, {
    headline: () => t('memberships:done.upgraded', { number: upgrade.MembershipNo, tier: upgrade.CardCategoryName }),
    done: 'memberships:done.updated',
    failed: 'memberships:failed.upgrade',
    onDone: ({ CustomerId }) => navigate(customerPath({ CustomerId })),
  })
  const cancel = useCall(cancelUpgrade, {
    done: 'memberships:done.upgradeCancelled',
    failed: 'memberships:failed.upgrade',
  })
  const missing = upgrade.MissingFields.map((field) => labels.value('MissingData', field)).join(listSeparator())

  return (
    <Card title={t('memberships:upgrade.waits')}>
      <Row className="carat-box carat-space-after">
        <span>{t('memberships:upgrade.becomes')}</span>
        <ColourTag name={upgrade.CardCategoryName} color={upgrade.Color} />
      </Row>
      <LabelledFacts
        items={[
          upgrade.InvoiceNo !== null && {
            label: t('memberships:fields.InvoiceNo'),
            value: (
              <Row>
                <span>{upgrade.InvoiceNo}</span>
                <MoneyText amount={upgrade.BasisAmount} currency />
              </Row>
            ),
          },
          upgrade.OverrideReason !== null && {
            label: t('memberships:fields.OverrideReason'),
            value: upgrade.OverrideReason,
            wide: true,
          },
          upgrade.FirstSalesAmount !== null && {
            label: t('memberships:fields.FirstSalesAmount'),
            value: <MoneyText amount={upgrade.FirstSalesAmount} currency />,
          },
          {
            label: t('memberships:fields.Cycle'),
            value: `${formatDate(upgrade.CycleStart)} – ${formatDate(upgrade.CycleEnd)}`,
          },
          {
            label: t('memberships:fields.MembershipNo'),
            value: t('memberships:upgrade.stays', { number: upgrade.MembershipNo }),
          },
          {
            label: t('memberships:upgrade.preparedBy'),
            value: `${upgrade.PreparedByName}, ${formatShortInstant(upgrade.PreparedAt)}`,
          },
        ]}
      />
      {upgrade.MissingFields.length > 0 && (
        <Alert
          className="carat-space-before"
          type="warning"
          showIcon
          title={t('memberships:upgrade.missing', { fields: missing })}
          description={
            <Link to={customerPath({ CustomerId: upgrade.CustomerId, edit: 'profile' })}>
              {t('memberships:upgrade.complete')}
            </Link>
          }
        />
      )}
      {upgrade.EmailMissingYN === 'Y' && (
        <Alert className="carat-space-before" type="info" showIcon title={t('memberships:upgrade.emailMissing')} />
      )}
      <Row className="carat-space-before">
        <ReasonedButton
          type="primary"
          size="large"
          loading={confirm.isPending}
          reason={missing !== '' && t('memberships:upgrade.missing', { fields: missing })}
          onClick={() => confirm.mutate(key)}
        >
          {t('memberships:upgrade.confirm')}
        </ReasonedButton>
        <ConfirmAction
          label={t('memberships:upgrade.cancel')}
          button={{ size: 'large' }}
          title={t('memberships:upgrade.cancelQuestion', { number: upgrade.MembershipNo })}
          ok={t('memberships:upgrade.cancel')}
          danger
          run={() => cancel.mutateAsync(key)}
        />
      </Row>
    </Card>
  )
}
