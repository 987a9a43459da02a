import { Button } from 'antd'
import { CircleAlertIcon, CircleCheckIcon } from 'lucide-react'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  getReconciliation,
  listReconciliationDifferences,
  Proof,
  ProofDifference,
  requestReconciliation,
} from '../contract/proof.ts'

const REFETCH_MS = 10_000

/** The latest reconciliation of the ledger and its differences. */
export function ReconciliationPage() {
  const t = useT()
  const { data, error, refetch } = useRead(getReconciliation, {}, { refetchInterval: REFETCH_MS })
  const request = useCall(requestReconciliation, { done: 'expiry:requested', failed: 'expiry:requestFailed' })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  const { Proof: proof } = data
  return (
    <>
      <Card
        title={proof ? headline(t, proof.Differences) : t('expiry:unproved')}
        extra={
          <Button loading={request.isPending} onClick={() => request.mutate({})}>
            {t('expiry:proveNow')}
          </Button>
        }
      >
        <Row as="p" start tight className="carat-muted carat-space-after">
          {proof &&
            (proof.Differences === 0 ? (
              <CircleCheckIcon aria-hidden className="carat-good" />
            ) : (
              <CircleAlertIcon aria-hidden className="carat-bad" />
            ))}
          <span>{t('expiry:proveHint')}</span>
        </Row>
        {proof && (
          <RecordFacts
            area="expiry"
            of={Proof}
            record={proof}
            fields={['ProvedAt', 'Members', 'LedgerRows', 'Lots', 'Sales', 'Lines', 'Differences']}
          />
        )}
      </Card>
      {proof && proof.Differences > 0 && (
        <ResourceTable
          area="expiry"
          list={listReconciliationDifferences}
          label={t('expiry:differences')}
          rowKey="Place"
          columns={['Place', 'CheckName', 'MembershipNo', 'InvoiceNo', 'Reference', 'HistoryId', 'Expected', 'Found']}
          search={{ CheckName: ProofDifference.shape.CheckName.options }}
        />
      )}
    </>
  )
}

const headline = (t: ReturnType<typeof useT>, count: number) =>
  count === 0 ? t('app:expiry.agree') : t('expiry:differ', { count })
