import { Link } from 'react-router'
import { statementPath } from '#areas/points/paths.ts'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { Approval } from '../contract.ts'

/** Shows the requester, the status and the decision of a request. */
export const RequestFacts = ({ approval }: { approval: Approval }) => (
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
        render: ({ MembershipNo }) => MembershipNo && <Link to={statementPath({ MembershipNo })}>{MembershipNo}</Link>,
      },
      ...(approval.Status === 'Pending' ? [] : (['DecidedBy', 'DecidedAt', 'DecisionRemark'] as const)),
    ]}
  />
)
