import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { findDuplicates } from '#areas/customers/contract/duplicates.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { counterPath } from '#areas/memberships/paths.ts'
import { mergeAddPath } from '#areas/merges/paths.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { ChangesTable } from '#kit/web/queue/Decision.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import type { CustomerWithIssues } from '../../contract/quality.ts'

type Candidate = Reply<typeof findDuplicates>['rows'][number]

/** Shows possible duplicates of a customer side by side. Staff decide whether the records are of one person. */
export function PossibleDuplicates({ customer }: { customer: CustomerWithIssues }) {
  const t = useT()
  const { CustomerId, FullName, ContactNo, Email, DateOfBirth } = customer
  const { data, error, refetch } = useRead(findDuplicates, {
    CustomerId,
    FullName,
    ...(ContactNo && { ContactNo }),
    ...(Email && { Email }),
    ...(DateOfBirth && { DateOfBirth }),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={3} />
  if (data.rows.length === 0) return <EmptyState title={t('data-quality:quality.noDuplicate')} />
  return (
    <Stack>
      {data.rows.map((candidate, index) => (
        <Comparison key={candidate.CustomerId ?? `${index}`} customer={customer} candidate={candidate} />
      ))}
    </Stack>
  )
}

const comparedFields = ['MembershipNo', 'ContactNo', 'Email', 'IdNo', 'RegisteredOutletCode'] as const

function Comparison({ customer, candidate }: { customer: CustomerWithIssues; candidate: Candidate }) {
  const t = useT()
  const labels = useLabels('data-quality')
  const { has, may } = useSession()
  const canMerge = has('Customer') && may('Merge Members')
  const cell = (value: string | null): ReactNode => value && <bdi>{value}</bdi>
  const name = candidate.FullName ? (
    <bdi>{formatPersonName(candidate.FullName)}</bdi>
  ) : (
    t('customers:duplicate.elsewhere')
  )
  return (
    <Stack gap="s">
      <ChangesTable
        label={labels.value('Reason', candidate.Reason)}
        heads={[
          <bdi key="this">{formatPersonName(customer.FullName)}</bdi>,
          candidate.CustomerId === null ? (
            name
          ) : (
            <Link key="candidate" to={customerPath({ CustomerId: candidate.CustomerId })}>
              {name}
            </Link>
          ),
        ]}
        rows={[
          ...comparedFields.map((field) => ({
            key: field,
            what: labels.field(field),
            now: cell(customer[field]) ?? '–',
            after: cell(candidate[field]) ?? '–',
          })),
          {
            key: 'status',
            what: labels.field('Status'),
            now: <StatusTag area="data-quality" status={customer.Status} />,
            after: candidate.Status ? <StatusTag area="data-quality" status={candidate.Status} /> : '–',
          },
        ]}
      />
      <Row>
        {candidate.CustomerId === null && <Link to={counterPath()}>{t('customers:duplicate.lookUp')}</Link>}
        {canMerge && candidate.CustomerId !== null && candidate.MaskedYN === 'N' && (
          <Link to={mergeAddPath({ Survivor: customer.CustomerId, Merged: candidate.CustomerId })}>
            {t('customers:duplicate.merge')}
          </Link>
        )}
      </Row>
    </Stack>
  )
}
