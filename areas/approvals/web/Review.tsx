import { Alert } from 'antd'
import { Link } from 'react-router'
import { statementPath } from '#areas/points/paths.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { formatDate, formatMoney, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Decision } from '#kit/web/table/Decision.tsx'
import { Approval, approveRequest, type Effect, type getApproval, rejectRequest, withdrawRequest } from '../contract.ts'
import { sentence } from './message.ts'

type Props = { approval: Reply<typeof getApproval>; onDecided: () => void }

/** What was asked for, what it would change, and the decision: A approves, R rejects. */
export function Review({ approval, onDecided }: Props) {
  const t = useT()
  const { ApprovalId, Status, Obstacle, RequestedBy } = approval
  return (
    <>
      <RecordFacts
        area="approvals"
        of={Approval}
        record={approval}
        fields={[
          'Kind',
          'Status',
          'RequestedBy',
          'RequestedAt',
          'OutletCode',
          {
            field: 'MembershipNo',
            render: ({ MembershipNo }) =>
              MembershipNo && <Link to={statementPath({ MembershipNo })}>{MembershipNo}</Link>,
          },
          ...(Status === 'Pending'
            ? (['Privilege'] as const)
            : (['DecidedBy', 'DecidedAt', 'DecisionRemark'] as const)),
        ]}
      />
      {Status === 'Pending' && <Effects effects={approval.Effects} obstacle={Obstacle?.message} />}
      <Decision
        of={approval}
        approve={{
          call: approveRequest,
          input: { ApprovalId },
          blocked: Obstacle !== null,
          done: 'approvals:approved',
          failed: 'approvals:approveFailed',
        }}
        reject={{
          call: rejectRequest,
          input: (Remark) => ({ ApprovalId, Remark }),
          title: t('approvals:rejectQuestion', { name: RequestedBy }),
          done: 'approvals:rejected',
          failed: 'approvals:rejectFailed',
        }}
        withdraw={{
          call: withdrawRequest,
          input: { ApprovalId },
          hint: t('approvals:ownHint'),
          label: t('approvals:withdraw'),
          title: t('approvals:withdrawQuestion'),
          done: 'approvals:withdrawn',
          failed: 'approvals:withdrawFailed',
        }}
        onDone={onDecided}
      />
    </>
  )
}

function displayed(value: string | number | null) {
  if (typeof value === 'number') return formatPoints(value)
  if (value === null) return '–'
  if (/^-?\d+\.\d\d$/.test(value)) return formatMoney(value)
  return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(value) : value
}

function Effects({ effects, obstacle }: { effects: readonly Effect[]; obstacle: string | undefined }) {
  const t = useT()
  if (obstacle)
    return (
      <Alert
        className="carat-space-before"
        type="warning"
        showIcon
        title={t('approvals:obstacle')}
        description={obstacle}
      />
    )
  if (effects.length === 0) return null
  return (
    <>
      <h3 className="carat-part">{t('approvals:willHappen')}</h3>
      <table className="carat-table carat-table-figures">
        <thead>
          <tr>
            <th scope="col">
              <span className="carat-unseen">{t('approvals:willHappen')}</span>
            </th>
            <th scope="col">{t('approvals:before')}</th>
            <th scope="col">{t('approvals:after')}</th>
          </tr>
        </thead>
        <tbody>
          {effects.map(({ What, Before, After }) => (
            <tr key={sentence(t, What)}>
              <td>{sentence(t, What)}</td>
              <td>{displayed(Before)}</td>
              <td>{displayed(After)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
