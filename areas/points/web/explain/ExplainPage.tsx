import { keepPreviousData } from '@tanstack/react-query'
import { Button, Pagination, Segmented, Tag } from 'antd'
import { useSearchParams } from 'react-router'
import { SalePointSums } from '#areas/customers/web/index.ts'
import { isNotFoundError } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row, Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { explainPoints } from '../../contract.ts'
import { statementPath } from '../../paths.ts'
import { BalanceSummaryBar } from '../BalanceSummaryBar.tsx'
import { ButtonLink } from '../LinkButton.tsx'
import { RequireMemberInUrl } from '../MemberGate.tsx'
import { MemberPageHeader } from '../MemberHead.tsx'
import { ArrearsCard } from './ArrearsCard.tsx'
import { PointLotCard } from './LotCard.tsx'

const LOTS = 20

/** Page on which staff and customer check a balance together: its lots, invoices, lines and rules. */
export function PointExplanationPage() {
  return <RequireMemberInUrl>{(MembershipNo) => <Explained MembershipNo={MembershipNo} />}</RequireMemberInUrl>
}

function Explained({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const page = Number(address.get('page')) || 1
  const used = address.get('UsedYN') === 'Y'
  const invoice = address.get('InvoiceNo') || undefined
  const { data, error, refetch } = useRead(
    explainPoints,
    { MembershipNo, Page: page, Rows: LOTS, UsedYN: used ? 'Y' : 'N', ...(invoice && { InvoiceNo: invoice }) },
    { placeholderData: keepPreviousData },
  )
  const put = (name: string, value: string | undefined) =>
    setAddress((now) => {
      const next = new URLSearchParams(now)
      next.delete('page')
      next.delete(name)
      if (value) next.set(name, value)
      return next
    })

  if (error) return <MemberNotFoundState error={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <Card flush>
        <LoadingState rows={8} />
      </Card>
    )
  }
  return (
    <Stack>
      <MemberPageHeader MembershipNo={data.MembershipNo} sum={<BalanceSummaryBar balance={data.Balance} />}>
        <ButtonLink to={statementPath({ MembershipNo: data.MembershipNo })}>{t('points:screens.statement')}</ButtonLink>
      </MemberPageHeader>
      <ArrearsCard MembershipNo={data.MembershipNo} arrears={data.Balance.Arrears} rows={data.Arrears} />
      <Row justify="spread">
        <h2 id="lots" className="carat-card-title">
          {t('points:explain.lots')}
        </h2>
        {invoice ? (
          <Row>
            <Tag style={{ margin: 0 }}>{t('points:explain.onlyInvoice', { number: invoice })}</Tag>
            <Button size="small" onClick={() => put('InvoiceNo', undefined)}>
              {t('points:explain.allInvoices')}
            </Button>
          </Row>
        ) : (
          <Segmented
            className="carat-unprinted"
            aria-label={t('points:explain.lots')}
            value={used ? 'Y' : 'N'}
            options={[
              { value: 'N', label: t('points:explain.pointsLeft') },
              { value: 'Y', label: t('points:explain.allPoints') },
            ]}
            onChange={(value) => put('UsedYN', value === 'Y' ? 'Y' : undefined)}
          />
        )}
      </Row>
      {invoice && data.SalePoints && (
        <Card label={t('points:explain.onlyInvoice', { number: invoice })}>
          <SalePointSums points={data.SalePoints} rounding />
        </Card>
      )}
      {data.rows.length === 0 ? (
        <Card flush>
          <EmptyState title={t('points:explain.none')} hint={t('points:explain.noneHint')} />
        </Card>
      ) : (
        <Stack as="ol" gap="m" aria-labelledby="lots">
          {data.rows.map((lot) => (
            <PointLotCard key={lot.HistoryId} lot={lot} />
          ))}
        </Stack>
      )}
      {data.count > LOTS && (
        <Pagination
          className="carat-unprinted"
          current={page}
          pageSize={LOTS}
          total={data.count}
          showSizeChanger={false}
          onChange={(next) => put('page', `${next}`)}
        />
      )}
    </Stack>
  )
}

/** Shows the specified message and the search box if the entered member does not exist. */
export function MemberNotFoundState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT()
  const [, setAddress] = useSearchParams()
  return (
    <Card flush>
      {isNotFoundError(error) ? (
        <EmptyState
          title={t('points:member.notFound')}
          action={<Button onClick={() => setAddress({})}>{t('points:member.other')}</Button>}
        />
      ) : (
        <ErrorState error={error} onRetry={onRetry} />
      )}
    </Card>
  )
}
