import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { type Approval, ApprovalStatus, listApprovals } from '../contract.ts'
import { translateApprovalMessage } from './message.ts'
import { RequestFacts } from './RequestFacts.tsx'

/** Lists decided requests. */
export function DecidedRequestsList() {
  const t = useT()
  const columns: Column<Approval>[] = [
    {
      field: 'Summary',
      render: ({ Summary }) => <div className="carat-narrow">{translateApprovalMessage(t, Summary)}</div>,
    },
    'RequestedBy',
    'Status',
    'DecidedBy',
    'DecidedAt',
  ]
  return (
    <ResourceTable
      area="approvals"
      list={listApprovals}
      label={t('approvals:shows.decided')}
      name="decided"
      rowKey="ApprovalId"
      columns={columns}
      optional={['Kind', 'MembershipNo', 'OutletCode', 'RequestedAt', 'DecisionRemark']}
      rowName={({ Summary }) => translateApprovalMessage(t, Summary)}
      preview={(approval) => <RequestFacts approval={approval} />}
      input={{ Search: { DecidedYN: 'Y' } }}
      search={{
        RequestedBy: 'text',
        MembershipNo: 'capitals',
        Status: ApprovalStatus.options.filter((status) => status !== 'Pending'),
      }}
      empty={(filters) => (Object.keys(filters).length > 0 ? undefined : { title: t('approvals:emptyDecided') })}
    />
  )
}
