import { useSearchParams } from 'react-router'
import { addTag, deleteTag } from '#areas/customers/contract/tags.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { type CustomerWithIssues, Issue, listCustomersWithIssues } from '../../contract/quality.ts'
import { IssueCounts } from './IssueCounts.tsx'
import { CustomerIssues } from './Issues.tsx'
import { CustomerTags } from './Tags.tsx'
import { useDataQualityBulkActions } from './useQualityBulk.tsx'

/** The list of customers with data issues, with bulk actions. */
export function CustomersWithIssuesList() {
  const t = useT()
  const labels = useLabels('data-quality')
  const bulk = useDataQualityBulkActions()
  const tag = useCall(addTag, {
    done: 'data-quality:tags.created',
    failed: 'data-quality:tags.createFailed',
    undo: ({ rows }) => call(deleteTag, { TagId: rows[0]!.TagId }),
  })
  const outlet = useSearchParams()[0].get('RegisteredOutletCode') ?? undefined
  const columns: Column<CustomerWithIssues>[] = [
    { field: 'FullName', second: 'MembershipNo' },
    {
      field: 'Issues',
      render: (row) => <CustomerIssues customer={row} />,
      file: {
        words: async () => Object.fromEntries(Issue.options.map((issue) => [issue, labels.value('Issue', issue)])),
      },
    },
    { field: 'ContactNo', render: (row) => <span dir="ltr">{row.ContactNo}</span> },
    { field: 'RegisteredOutletCode', title: 'data-quality:fields.Outlet' },
    { field: 'Tags', render: (row) => <CustomerTags customer={row} />, file: { fields: ['TagNames'] } },
  ]
  return (
    <ResourceTable
      area="data-quality"
      list={listCustomersWithIssues}
      label={t('data-quality:screens.quality')}
      rowKey="CustomerId"
      columns={columns}
      optional={[
        'Email',
        'PreferredStaffName',
        'Status',
        'MemberType',
        { field: 'DateOfBirth', as: 'date' },
        'Gender',
        'IdNo',
        'RegistrationSource',
        'CreatedAt',
      ]}
      rowLink={customerPath}
      search={{
        Issue: {
          own: true,
          choices: Issue.options.map((value) => ({ value, label: labels.value('Issue', value) })),
        },
        Q: { kind: 'text', label: 'kit:search.person' },
        Tag: 'text',
        MemberType: ['Premium Member', 'Non-Premium Member'],
        Status: ['Active', 'Inactive', 'Suspended'],
        RegisteredOutletCode: 'outlet',
      }}
      toolbar={(filtering) => <IssueCounts {...filtering} outlet={outlet} />}
      bulk={bulk}
      actions={({ CustomerId, FullName }) => [
        { label: t('kit:verbs.view'), to: customerPath({ CustomerId }) },
        { label: t('data-quality:quality.editAll'), to: `${customerPath({ CustomerId })}?edit=profile` },
        {
          label: t('data-quality:bulk.tag'),
          confirm: {
            title: t('data-quality:tags.addTo', { name: FullName }),
            ok: t('data-quality:bulk.tag'),
            reason: { label: t('data-quality:fields.Tag'), maxLength: 50, required: true },
          },
          run: (Name) => tag.mutateAsync({ CustomerId, Name }),
        },
      ]}
      empty={(filters) =>
        Object.keys(filters).length > 0
          ? undefined
          : { title: t('data-quality:quality.none'), hint: t('data-quality:quality.noneHint') }
      }
    />
  )
}
