import { CodeName } from '#kit/web/CodeName.tsx'
import { Row, TwoLines } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import type { Summary } from '../../contract.ts'
import { ApprovalTag, CancelTag, CheckTag, TypeTag } from '../TransactionTags.tsx'

/** Shows whether a transaction is a sale or a return, with its tags. */
export const TransactionKindCell = ({ row }: { row: Summary }) => (
  <Row gap="xs" className="carat-narrow">
    <TypeTag type={row.TransactionType} />
    <States row={row} />
  </Row>
)

/** Shows tags beside the invoice number on a phone; renders nothing for a sale without tags. */
export const KindOnPhone = ({ row }: { row: Summary }) => (
  <>
    {row.TransactionType === 'C' && <TypeTag type="C" />} <States row={row} />
  </>
)

const States = ({ row }: { row: Summary }) => (
  <>
    <CancelTag state={row.CancelState} />
    <ApprovalTag status={row.ApprovalStatus} />
    <CheckTag waits={row.LinesToCheck > 0 || row.ChecksWaiting.length > 0} />
  </>
)

/** Shows outlet and source of the sale in one column. */
export function Till({ row }: { row: Summary }) {
  const labels = useLabels('sales')
  return (
    <TwoLines second={labels.value('Source', row.Source)}>
      <CodeName field="OutletCode" code={row.OutletCode} />
    </TwoLines>
  )
}
