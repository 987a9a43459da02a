import { useState } from 'react'
import { useParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { Split, Stack } from '#kit/web/Layout.tsx'
import { RecordHead } from '#kit/web/PageTools.tsx'
import { HistoryButton } from '#kit/web/RecordHistory.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useOpenRecord } from '#kit/web/screen.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getCancel, getSale } from '../contract.ts'
import { AssignActions } from './assign/AssignActions.tsx'
import { CancelActions } from './cancel/CancelActions.tsx'
import { CancellationResult, type CancelReply } from './cancel/Cancelled.tsx'
import { Amounts } from './one/Amounts.tsx'
import { LinesTable } from './one/LinesTable.tsx'
import { LinkedTransactions } from './one/LinkedTransactions.tsx'
import { SaleFacts } from './one/SaleFacts.tsx'
import { SaleStatusNotice } from './one/StateOfSale.tsx'
import './sales.css'
import { ApprovalTag, CancelTag } from './TransactionTags.tsx'

/** Page of one sale or cancellation with its lines, points and returns. */
export function TransactionPage() {
  const { TransactionType = '', InvoiceNo = '' } = useParams()
  const { data, error, refetch } = useRead(TransactionType === 'C' ? getCancel : getSale, { InvoiceNo })
  const [cancelled, setCancelled] = useState<CancelReply>()
  const t = useT()
  useOpenRecord(data && t(`sales:one.name.${data.TransactionType}`, { InvoiceNo: data.InvoiceNo }))

  if (error) {
    return (
      <Card flush>
        <ErrorState error={error} title={t('sales:one.failed')} onRetry={() => void refetch()} />
      </Card>
    )
  }
  if (!data) {
    return (
      <Card flush>
        <LoadingState rows={8} />
      </Card>
    )
  }
  const isSale = data.TransactionType === 'N'
  return (
    <Stack>
      <RecordHead
        tags={
          <>
            <CancelTag state={data.CancelState} />
            <ApprovalTag status={data.ApprovalStatus} />
          </>
        }
        actions={
          <>
            <HistoryButton area="sales" subject="TransactionSummary" id={data.TransactionId} name={data.InvoiceNo} />
            {isSale && (
              <>
                <AssignActions sale={data} />
                <CancelActions sale={data} onCancelled={setCancelled} />
              </>
            )}
          </>
        }
      />
      {cancelled?.OriginalInvoiceNo === data.InvoiceNo && <CancellationResult reply={cancelled} />}
      <SaleStatusNotice sale={data} />
      <Split
        side={
          <>
            <Amounts transaction={data} />
            <SaleFacts transaction={data} />
          </>
        }
      >
        <LinesTable transaction={data} />
        <LinkedTransactions transaction={data} />
      </Split>
    </Stack>
  )
}
