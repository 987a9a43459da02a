import { Link } from 'react-router'
import { salePath } from '#areas/sales/paths.ts'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { PageSection } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { listQualifyingSales, type QualifyingSale } from '../../contract/status.ts'

/** Lists the sales that make up the spend of the cycle. */
export function CycleSalesList({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  const { has } = useSession()
  const opens = has(['Customer Transaction', 'Customer'])
  const columns: Column<QualifyingSale>[] = [
    {
      field: 'InvoiceNo',
      render: (sale) =>
        opens ? (
          <Link to={salePath({ TransactionType: 'N', InvoiceNo: sale.InvoiceNo })}>{sale.InvoiceNo}</Link>
        ) : (
          sale.InvoiceNo
        ),
    },
    'PerformedAt',
    'OutletCode',
    'NetAmount',
    'Returned',
    'QualifyingAmount',
  ]
  return (
    <PageSection title={t('levels:spend')} hint={t('levels:spendHint')}>
      <ResourceTable
        area="levels"
        list={listQualifyingSales}
        label={t('levels:spend')}
        name="spend"
        rowKey="TransactionId"
        columns={columns}
        input={{ Search: { MembershipNo } }}
        empty={() => ({ title: t('levels:noSpend'), hint: t('levels:noSpendHint') })}
      />
    </PageSection>
  )
}
