import { Alert, Button } from 'antd'
import { UserIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { memberCard } from '#areas/memberships/contract/counter.ts'
import { PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { MemberPicker } from '#kit/web/MemberPicker.tsx'
import { PersonMark } from '#kit/web/PersonMark.tsx'
import { personName } from '#kit/web/person.ts'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { TierPill } from '#kit/web/Tier.tsx'
import { useRead } from '#kit/web/useRead.ts'

type Props = {
  /** Undefined: nobody was chosen yet; null: a walk-in customer. */
  value: string | null | undefined
  error: string | undefined
  onChange: (MembershipNo: string | null | undefined) => void
}

/** Whom the sale belongs to: scanned, typed, or nobody. */
export function MemberBox({ value, error, onChange }: Props) {
  const t = useT()
  return (
    <Card {...(value ? { label: t('sales:entry.customer') } : { title: t('sales:entry.customer') })}>
      {value === undefined ? (
        <MemberSearch error={error} onChange={onChange} walkIn />
      ) : value === null ? (
        <Chosen onChange={onChange}>
          <strong>{t('kit:member.walkIn')}</strong>
          <Muted as="div">{t('sales:entry.walkInHint')}</Muted>
        </Chosen>
      ) : (
        <ChosenMember MembershipNo={value} onChange={onChange} />
      )}
    </Card>
  )
}

/** Finds a member; with `walkIn` nobody may be chosen too. */
export function MemberSearch({ error, onChange, walkIn = false }: Omit<Props, 'value'> & { walkIn?: boolean }) {
  const t = useT()
  return (
    <Row start gap="m">
      <div className="carat-grow">
        <MemberPicker
          id="sale-member"
          label={t('kit:member.find')}
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
          {t('kit:member.walkIn')}
        </Button>
      )}
    </Row>
  )
}

export function ChosenMember({ MembershipNo, onChange }: { MembershipNo: string; onChange: Props['onChange'] }) {
  const t = useT()
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
      <Chosen mark={<PersonMark name={data.FullName} />} onChange={onChange}>
        <Row gap="m">
          <strong style={{ font: '600 var(--carat-row-title) var(--ant-font-family)' }}>
            <bdi>{personName(data.FullName)}</bdi>
          </strong>
          {data.CardCategoryName && <TierPill name={data.CardCategoryName} color={data.Color} />}
        </Row>
        <Muted as="div">
          {[data.MembershipNo, data.ContactNo].filter(Boolean).join(' · ')}
          {' · '}
          <PointsText points={data.Available} /> {t('sales:points', { count: data.Available })}
        </Muted>
      </Chosen>
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

type ChosenProps = { mark?: ReactNode; children: ReactNode; onChange: Props['onChange'] }

function Chosen({ mark, children, onChange }: ChosenProps) {
  const t = useT()
  return (
    <Row tight gap="m">
      {mark}
      <div className="carat-grow">{children}</div>
      <Button onClick={() => onChange(undefined)}>{t('sales:entry.change')}</Button>
    </Row>
  )
}
