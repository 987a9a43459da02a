import { customerPath } from '#areas/customers/paths.ts'
import { ColourTag } from '#kit/web/ColourTag.tsx'
import { useT } from '#kit/web/i18n.ts'
import { PersonInitials } from '#kit/web/PersonMark.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { listSegmentCustomers, type Segment, type SegmentCustomer } from '../contract.ts'
import { useSegmentFields } from './builder/useFields.ts'
import { MatchExplanationButton } from './builder/WhyButton.tsx'

/** Lists the customers who match the saved segment. */
export function SegmentCustomers({ segment: { SegmentId, Conditions } }: { segment: Segment }) {
  const t = useT()
  const { byName } = useSegmentFields()
  const columns: Column<SegmentCustomer>[] = [
    {
      field: 'FullName',
      title: 'customers:fields.FullName',
      second: 'MembershipNo',
      mark: ({ FullName }) => <PersonInitials name={FullName} />,
    },
    {
      field: 'CardCategoryName',
      title: 'memberships:fields.CardCategoryCode',
      render: ({ CardCategoryName, Color }) => CardCategoryName && <ColourTag name={CardCategoryName} color={Color} />,
    },
    { field: 'RegisteredOutletCode', title: 'customers:fields.RegisteredOutletCode' },
    { field: 'Status', title: 'customers:fields.Status' },
    {
      field: 'CustomerId',
      title: 'segments:why.why',
      render: (row) => <MatchExplanationButton group={Conditions} fields={byName} person={row} />,
    },
  ]
  return (
    <ResourceTable
      area="segments"
      list={listSegmentCustomers}
      label={t('segments:count.everybody')}
      rowKey="CustomerId"
      columns={columns}
      input={{ SegmentId }}
      rowLink={customerPath}
      empty={{ title: t('segments:count.empty'), hint: t('segments:count.emptyHint') }}
    />
  )
}
