import { Link } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { type LabelledFact, LabelledFacts } from '#kit/web/Facts.tsx'
import { formatShortInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { TwoLineText } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import { type SaleFieldName, saleChoiceFields, saleFieldNames } from '../../contract/sale-fields.ts'
import type { SaleWithApproval, SummaryWithDetails } from '../../contract.ts'

type CodeField = 'OutletCode' | SaleFieldName

/** Shows member, outlet, salesperson, date and till of the sale. */
export function SaleFacts({ transaction }: { transaction: SaleWithApproval }) {
  const t = useT()
  const labels = useLabels('sales')
  const approval = transaction.Approval
  const { SalesOrder, InvoiceNo, Remarks } = transaction
  const names: Partial<Record<CodeField, string | null>> = {
    OutletCode: transaction.OutletName,
    SalesPersonCode: transaction.SalesPersonName && formatPersonName(transaction.SalesPersonName),
    DepartmentCode: transaction.DepartmentName,
  }
  const plain = (field: CodeField): LabelledFact | null =>
    transaction[field] ? { label: labels.field(field), value: namedCode(field, transaction[field]) } : null
  // The code of the outlet or person is shown below the name.
  const namedCode = (field: CodeField, code: string) => {
    if (names[field]) return <TwoLineText second={code}>{names[field]}</TwoLineText>
    return saleChoiceFields.some((name) => name === field) ? labels.value(field, code) : code
  }
  return (
    <Card title={t('sales:one.facts')}>
      <LabelledFacts
        items={[
          { label: labels.field('Member'), value: <Member transaction={transaction} />, wide: true },
          {
            label: labels.field('PerformedAt'),
            value: <ShortInstant value={transaction.PerformedAt} />,
            wide: true,
          },
          transaction.AssignedAt
            ? {
                label: labels.field('AssignedAt'),
                value: <ShortInstant value={transaction.AssignedAt} />,
                wide: true,
              }
            : null,
          approval?.DecidedBy && transaction.ApprovalStatus === 'Approved'
            ? {
                label: labels.value('ApprovalStatus', 'Approved'),
                value: t('sales:one.approvedBy', {
                  name: approval.DecidedBy,
                  date: formatShortInstant(approval.DecidedAt),
                }),
                wide: true,
              }
            : null,
          plain('OutletCode'),
          ...saleFieldNames.map(plain),
          { label: labels.field('Source'), value: labels.value('Source', transaction.Source) },
          SalesOrder && SalesOrder !== InvoiceNo ? { label: labels.field('SalesOrder'), value: SalesOrder } : null,
          Remarks ? { label: labels.field('Remarks'), value: Remarks, wide: true } : null,
        ]}
      />
    </Card>
  )
}

function Member({ transaction }: { transaction: SummaryWithDetails }) {
  const t = useT()
  const { has } = useSession()
  const { CustomerId, CustomerName, MembershipNo } = transaction
  if (!MembershipNo) return t('customers:member.walkIn')
  const name = formatPersonName(CustomerName ?? '')
  return (
    <TwoLineText second={MembershipNo}>
      <bdi>{CustomerId && has('Customer') ? <Link to={customerPath({ CustomerId })}>{name}</Link> : name}</bdi>
    </TwoLineText>
  )
}
