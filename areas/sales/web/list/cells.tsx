import { CodeName } from '#kit/web/CodeName.tsx'
import { Row, TwoLineText } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import type { Summary } from '../../contract.ts'
import { CancelStateTag, SaleApprovalTag, SaleCheckTag, TransactionTypeTag } from '../TransactionTags.tsx'

/** Shows whether a transaction is a sale or a return, with its tags. */
export const TransactionKindCell = ({ row }: { row: Summary }) => (
  <Row gap="xs" className="carat-narrow">
    <TransactionTypeTag type={row.TransactionType} />
    <States row={row} />
  </Row>
)

/** Shows tags beside the invoice number on a phone; renders nothing for a sale without tags. */
export const TransactionTagsOnPhone = ({ row }: { row: Summary }) => (
  <>
    {row.TransactionType === 'C' && <TransactionTypeTag type="C" />} <States row={row} />
  </>
)

const States = ({ row }: { row: Summary }) => (
  <>
    <CancelStateTag state={row.CancelState} />
    <SaleApprovalTag status={row.ApprovalStatus} />
    <SaleCheckTag waits={row.LinesToCheck > 0 || row.ChecksWaiting.length > 0} />
  </>
)

/** Shows outlet and source of the sale in one column. */
export function OutletAndSourceCell({ row }: { row: Summary }) {
  const labels = useLabels('sales')
  return (
    <TwoLineText second={labels.value('Source', row.Source)}>
      <CodeName field="OutletCode" code={row.OutletCode} />
    </TwoLineText>
  )
}
