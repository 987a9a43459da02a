import { Button } from 'antd'
import { CircleAlertIcon, CircleCheckIcon } from 'lucide-react'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getProof, listDifferences, Proof, ProofDifference, requestProof } from '../contract/proof.ts'

const EVERY_MS = 10_000

/** Whether the ledger balances, as reconciled last, and where it does not. */
export function ProofPage() {
  const t = useT()
  const { data, error, refetch } = useRead(getProof, {}, { refetchInterval: EVERY_MS })
  const ask = useCall(requestProof, { done: 'expiry:asked', failed: 'expiry:askFailed' })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  const { Proof: proof } = data
  return (
    <>
      <Card
        title={proof ? sentence(t, proof.Differences) : t('expiry:unproved')}
        extra={
          <Button loading={ask.isPending} onClick={() => ask.mutate({})}>
            {t('expiry:proveNow')}
          </Button>
        }
      >
        <Muted as="p">
          {proof &&
            (proof.Differences === 0 ? (
              <CircleCheckIcon aria-hidden className="carat-good" />
            ) : (
              <CircleAlertIcon aria-hidden className="carat-bad" />
            ))}
          {t('expiry:proveHint')}
        </Muted>
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
          list={listDifferences}
          label={t('expiry:differences')}
          rowKey="Place"
          columns={['Place', 'CheckName', 'MembershipNo', 'InvoiceNo', 'Reference', 'HistoryId', 'Expected', 'Found']}
          search={{ CheckName: ProofDifference.shape.CheckName.options }}
        />
      )}
    </>
  )
}

const sentence = (t: ReturnType<typeof useT>, count: number) =>
  count === 0 ? t('app:expiry.agree') : t('expiry:differ', { count })
