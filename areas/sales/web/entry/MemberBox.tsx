import { UserOutlined } from '@ant-design/icons'
import { Alert, Button, Flex, Tag } from 'antd'
import { useState } from 'react'
import { type LookupRow, lookupMember, memberCard } from '#areas/memberships/contract/counter.ts'
import { call } from '#kit/web/call.ts'
import { PointsText } from '#kit/web/Figures.tsx'
import { errorText, useT } from '#kit/web/i18n.ts'
import { ScanInput, useScanner } from '#kit/web/ScanInput.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
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
    <Card title={t('sales:entry.customer')}>
      {value === undefined ? (
        <MemberSearch error={error} onChange={onChange} walkIn />
      ) : value === null ? (
        <Chosen onChange={onChange}>
          <strong>{t('sales:walkIn')}</strong>
          <div className="sales-quiet">{t('sales:entry.walkInHint')}</div>
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
  const [found, setFound] = useState<readonly LookupRow[]>([])
  const [told, setTold] = useState<string>()

  const find = async (typed: string) => {
    setTold(undefined)
    try {
      const { rows } = await call(lookupMember, { Typed: typed })
      setFound(rows)
      if (rows.length === 1) onChange(rows[0]!.MembershipNo)
      if (rows.length === 0) setTold(t('sales:entry.noCustomer'))
    } catch (failure) {
      setTold(errorText(failure).description)
    }
  }
  useScanner((code) => void find(code))

  return (
    <>
      <Flex gap={12} wrap align="flex-start">
        <div className="sales-find">
          <ScanInput
            id="sale-member"
            label={t('sales:entry.findMember')}
            placeholder={t('sales:entry.findMemberExample')}
            autoFocus
            onSubmit={find}
            error={told ?? error}
            result={found.length > 1 ? t('sales:entry.several', { count: found.length }) : undefined}
          />
        </div>
        {walkIn && (
          <Button
            size="large"
            className="sales-walk-in"
            icon={<UserOutlined aria-hidden />}
            onClick={() => onChange(null)}
          >
            {t('sales:entry.walkIn')}
          </Button>
        )}
      </Flex>
      {found.length > 1 && (
        <ul className="sales-found" aria-label={t('sales:entry.several', { count: found.length })}>
          {found.map((row) => (
            <li key={row.MembershipNo}>
              <Button block type="text" onClick={() => onChange(row.MembershipNo)}>
                <span>{row.FullName}</span>
                <span className="sales-quiet">
                  {[row.MembershipNo, row.ContactNo, row.CardCategoryName, row.RegisteredOutletCode]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
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
      <Chosen onChange={onChange}>
        <Flex gap={8} wrap align="center">
          <strong className="sales-name">{data.FullName}</strong>
          {data.CardCategoryName && (
            <Tag variant="outlined" style={{ margin: 0 }} icon={<Dot color={data.Color} />}>
              {data.CardCategoryName}
            </Tag>
          )}
        </Flex>
        <div className="sales-quiet">
          {[data.MembershipNo, data.ContactNo].filter(Boolean).join(' · ')}
          {' · '}
          <PointsText points={data.Available} /> {t('sales:points', { count: data.Available })}
        </div>
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

const Dot = ({ color }: { color: string | null }) => (
  <span aria-hidden className="sales-dot" style={{ background: color ?? 'var(--ant-color-fill)' }} />
)

function Chosen({ children, onChange }: { children: React.ReactNode; onChange: Props['onChange'] }) {
  const t = useT()
  return (
    <div className="sales-chosen">
      <div>{children}</div>
      <Button onClick={() => onChange(undefined)}>{t('sales:entry.change')}</Button>
    </div>
  )
}
