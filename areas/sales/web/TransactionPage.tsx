import { useState } from 'react'
import { useParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { SideColumnLayout, Stack } from '#kit/web/Layout.tsx'
import { RecordPageHeader } from '#kit/web/PageTools.tsx'
import { HistoryButton } from '#kit/web/RecordHistory.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRegisterOpenRecord } from '#kit/web/screen.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getCancellation, getSale } from '../contract.ts'
import { AssignSaleActions } from './assign/AssignActions.tsx'
import { CancelSaleActions } from './cancel/CancelActions.tsx'
import { type CancellationReply, CancellationResult } from './cancel/Cancelled.tsx'
import { TransactionAmounts } from './one/Amounts.tsx'
import { TransactionLinesCard } from './one/LinesTable.tsx'
import { LinkedTransactions } from './one/LinkedTransactions.tsx'
import { SaleFacts } from './one/SaleFacts.tsx'
import { SaleStatusNotice } from './one/StateOfSale.tsx'
import './sales.css'
import { CancelStateTag, SaleApprovalTag } from './TransactionTags.tsx'

/** Page of one sale or cancellation with its lines, points and returns. */
export function TransactionPage() {
  const { TransactionType = '', InvoiceNo = '' } = useParams()
  const { data, error, refetch } = useRead(TransactionType === 'C' ? getCancellation : getSale, { InvoiceNo })
  const [cancelled, setCancelled] = useState<CancellationReply>()
  const t = useT()
  useRegisterOpenRecord(data && t(`sales:one.name.${data.TransactionType}`, { InvoiceNo: data.InvoiceNo }))

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
      <RecordPageHeader
        tags={
          <>
            <CancelStateTag state={data.CancelState} />
            <SaleApprovalTag status={data.ApprovalStatus} />
          </>
        }
        actions={
          <>
            <HistoryButton area="sales" subject="TransactionSummary" id={data.TransactionId} name={data.InvoiceNo} />
            {isSale && (
              <>
                <AssignSaleActions sale={data} />
                <CancelSaleActions sale={data} onCancelled={setCancelled} />
              </>
            )}
          </>
        }
      />
      {cancelled?.OriginalInvoiceNo === data.InvoiceNo && <CancellationResult reply={cancelled} />}
      <SaleStatusNotice sale={data} />
      <SideColumnLayout
        side={
          <>
            <TransactionAmounts transaction={data} />
            <SaleFacts transaction={data} />
          </>
        }
      >
        <TransactionLinesCard transaction={data} />
        <LinkedTransactions transaction={data} />
      </SideColumnLayout>
    </Stack>
  )
}
