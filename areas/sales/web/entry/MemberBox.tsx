import { Alert, Button } from 'antd'
import { UserIcon } from 'lucide-react'
import { MemberHeader, MemberPicker } from '#areas/customers/web/index.ts'
import { memberCard } from '#areas/memberships/contract/counter.ts'
import { PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'

type Props = {
  /** Customer of the sale: undefined if none is selected yet, null for a walk-in customer. */
  value: string | null | undefined
  error: string | undefined
  onChange: (MembershipNo: string | null | undefined) => void
}

/** Field for the customer of the sale, who is scanned, typed, or a walk-in. */
export function SaleMemberField({ value, error, onChange }: Props) {
  const t = useT()
  return (
    <Card {...(value ? { label: t('sales:entry.customer') } : { title: t('sales:entry.customer') })}>
      {value === undefined ? (
        <SaleMemberSearch error={error} onChange={onChange} walkIn />
      ) : value === null ? (
        <Row tight gap="m">
          <div className="carat-grow">
            <strong>{t('customers:member.walkIn')}</strong>
            <Muted as="div">{t('sales:entry.walkInHint')}</Muted>
          </div>
          <Button onClick={() => onChange(undefined)}>{t('sales:entry.change')}</Button>
        </Row>
      ) : (
        <ChosenSaleMember MembershipNo={value} onChange={onChange} />
      )}
      {/* Errors without a selected customer, such as a missing member or a sale to the user's own membership. */}
      {value !== undefined && error && (
        <Alert className="carat-space-before" type="error" showIcon role="alert" title={error} />
      )}
    </Card>
  )
}

/** Search for a member; with `walkIn` the user can select a walk-in customer instead. */
export function SaleMemberSearch({ error, onChange, walkIn = false }: Omit<Props, 'value'> & { walkIn?: boolean }) {
  const t = useT()
  return (
    <Row start gap="m">
      <div className="carat-grow">
        <MemberPicker
          id="sale-member"
          label={t('customers:member.find')}
          size="large"
          autoFocus
          ofPage
          registers={walkIn}
          onPick={({ MembershipNo }) => onChange(MembershipNo)}
          error={error}
        />
      </div>
      {walkIn && (
        <Button size="large" icon={<UserIcon aria-hidden />} onClick={() => onChange(null)}>
          {t('customers:member.walkIn')}
        </Button>
      )}
    </Row>
  )
}

export function ChosenSaleMember({ MembershipNo, onChange }: { MembershipNo: string; onChange: Props['onChange'] }) {
  const t = useT()
  const labels = useLabels('sales')
  const { data, error, refetch } = useRead(memberCard, { MembershipNo })
  if (error) {
    return (
      <>
        <ErrorState error={error} onRetry={() => void refetch()} />
        <Button onClick={() => onChange(undefined)}>{t('sales:entry.change')}</Button>
      </>
    )
  }
  if (!data) return <LoadingState rows={2} />
  const earns = data.MemberType === 'Premium Member'
  return (
    <>
      <MemberHeader
        compact
        name={data.FullName}
        tier={{ name: data.CardCategoryName ?? labels.value('MemberType', data.MemberType), color: data.Color }}
        number={data.MembershipNo}
        phone={data.ContactNo}
        actions={<Button onClick={() => onChange(undefined)}>{t('sales:entry.change')}</Button>}
      >
        <span>
          <PointsText points={Math.max(0, data.Available)} /> {t('sales:points', { count: data.Available })}
        </span>
      </MemberHeader>
      {(!earns || data.Status !== 'Active' || data.Arrears > 0) && (
        <Alert
          style={{ marginBlockStart: 12 }}
          type="warning"
          showIcon
          title={
            data.CustomerStatus === 'Archived'
              ? t('memberships:card.archived')
              : data.Status !== 'Active'
                ? t('sales:entry.notActive')
                : earns
                  ? t('sales:entry.owes', { points: data.Arrears })
                  : t('sales:entry.earnsNothing')
          }
        />
      )}
    </>
  )
}
