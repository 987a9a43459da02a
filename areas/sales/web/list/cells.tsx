import { Row, TwoLines } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import type { Summary } from '../../contract.ts'
import { ApprovalTag, CancelTag, CheckTag, TypeTag } from '../TransactionTags.tsx'

/** Sale or return, and what is to be said of it. */
export const Kind = ({ row }: { row: Summary }) => (
  <Row gap="xs" className="carat-narrow">
    <TypeTag type={row.TransactionType} />
    <States row={row} />
  </Row>
)

/** The same beside an invoice number: that it is a sale goes without saying. */
export const KindOnPhone = ({ row }: { row: Summary }) => (
  <>
    {row.TransactionType === 'C' && <TypeTag type="C" />} <States row={row} />
  </>
)

const States = ({ row }: { row: Summary }) => (
  <>
    <CancelTag state={row.CancelState} />
    <ApprovalTag status={row.ApprovalStatus} />
    <CheckTag waits={row.LinesToCheck > 0} />
  </>
)

/** Where it was sold, and how it came in: little enough to share a column. */
export function Till({ row }: { row: Summary }) {
  const labels = useLabels('sales')
  return <TwoLines second={labels.value('Source', row.Source)}>{row.OutletCode}</TwoLines>
}
