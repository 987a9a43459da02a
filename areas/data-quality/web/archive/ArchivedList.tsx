import { Undo2Icon } from 'lucide-react'
import type { ReactNode } from 'react'
import { customerPath } from '#areas/customers/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { type ArchivedMember, listArchivedMembers, reactivateMember } from '../../contract/archive.ts'

const columns: Column<ArchivedMember>[] = [
  { field: 'FullName', second: 'MembershipNo' },
  { field: 'RegisteredOutletCode', title: 'data-quality:fields.Outlet' },
  'ArchivedAt',
  'ArchivedBy',
  'Remark',
  'PointBalance',
]

/** The list of archived members, who can be reactivated. */
export function ArchivedList({ chooser }: { chooser: ReactNode }) {
  const t = useT()
  const reactivation = useCall(reactivateMember, {
    done: ({ FullName }) => t('data-quality:archive.back', { name: formatPersonName(FullName) }),
    failed: 'customers:archive.backFailed',
  })
  return (
    <ResourceTable
      area="data-quality"
      name="archived"
      list={listArchivedMembers}
      label={t('data-quality:archive.shows.archived')}
      rowKey="CustomerId"
      columns={columns}
      optional={['CardCategoryCode', 'MemberType', 'Status']}
      rowLink={customerPath}
      search={{ Q: { kind: 'text', label: 'kit:search.person' }, RegisteredOutletCode: 'outlet' }}
      toolbar={chooser}
      bulk={[
        {
          label: t('customers:archive.reactivate'),
          icon: <Undo2Icon aria-hidden />,
          effect: t('data-quality:archive.backEffect'),
          each: ({ CustomerId }) => call(reactivateMember, { CustomerId }, { idempotencyKey: crypto.randomUUID() }),
        },
      ]}
      actions={({ CustomerId }) => [
        { label: t('kit:verbs.view'), to: customerPath({ CustomerId }) },
        { label: t('customers:archive.reactivate'), run: () => reactivation.mutateAsync({ CustomerId }) },
      ]}
      empty={{ title: t('data-quality:archive.noneArchived') }}
    />
  )
}
