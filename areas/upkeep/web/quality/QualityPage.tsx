import { useSearchParams } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { type Column, ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { type DoubtfulCustomer, Issue, listDoubtfulCustomers } from '../../contract/quality.ts'
import { addTag, deleteTag } from '../../contract/tags.ts'
import { Issues } from './Issues.tsx'
import { Tags } from './Tags.tsx'
import { Tally } from './Tally.tsx'
import { useQualityBulk } from './useQualityBulk.tsx'

/** Customers whose data is incomplete or doubtful, each to be mended where it stands. */
export function QualityPage() {
  const t = useT()
  const labels = useLabels('upkeep')
  const bulk = useQualityBulk()
  const tag = useCall(addTag, {
    done: 'upkeep:tags.created',
    failed: 'upkeep:tags.createFailed',
    undo: ({ rows }) => call(deleteTag, { TagId: rows[0]!.TagId }),
  })
  const outlet = useSearchParams()[0].get('RegisteredOutletCode') ?? undefined
  const columns: Column<DoubtfulCustomer>[] = [
    'FullName',
    {
      field: 'Issues',
      render: (row) => <Issues customer={row} />,
      file: {
        words: async () => Object.fromEntries(Issue.options.map((issue) => [issue, labels.value('Issue', issue)])),
      },
    },
    { field: 'ContactNo', render: (row) => <span dir="ltr">{row.ContactNo}</span> },
    { field: 'RegisteredOutletCode', title: 'upkeep:fields.Outlet' },
    { field: 'Tags', render: (row) => <Tags customer={row} />, file: { fields: ['TagNames'] } },
  ]
  return (
    <ResourceTable
      area="upkeep"
      list={listDoubtfulCustomers}
      label={t('upkeep:screens.quality')}
      rowKey="CustomerId"
      columns={columns}
      optional={[
        { field: 'MembershipNo', render: (row) => <span className="carat-figure">{row.MembershipNo}</span> },
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
        Issue: { own: true, choices: Issue.options.map((value) => ({ value, label: labels.value('Issue', value) })) },
        Q: { kind: 'text', label: 'kit:search.person' },
        Tag: 'text',
        MemberType: ['Premium Member', 'Non-Premium Member'],
        Status: ['Active', 'Inactive', 'Suspended'],
        RegisteredOutletCode: 'outlet',
      }}
      searchClosed
      toolbar={(filtering) => <Tally {...filtering} outlet={outlet} />}
      bulk={bulk}
      actions={({ CustomerId, FullName }) => [
        { label: t('kit:verbs.view'), to: customerPath({ CustomerId }) },
        { label: t('upkeep:quality.editAll'), to: `${customerPath({ CustomerId })}?edit=profile` },
        {
          label: t('upkeep:bulk.tag'),
          confirm: {
            title: t('upkeep:tags.addTo', { name: FullName }),
            ok: t('upkeep:bulk.tag'),
            reason: { label: t('upkeep:fields.Tag'), maxLength: 50, required: true },
          },
          run: (Name) => tag.mutateAsync({ CustomerId, Name }),
        },
      ]}
      empty={(filters) =>
        Object.keys(filters).length > 0
          ? undefined
          : { title: t('upkeep:quality.none'), hint: t('upkeep:quality.noneHint') }
      }
    />
  )
}
