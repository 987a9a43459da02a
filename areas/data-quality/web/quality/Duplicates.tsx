import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { findDuplicates } from '#areas/customers/contract/duplicates.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { counterPath } from '#areas/memberships/paths.ts'
import { mergeAddPath } from '#areas/merges/paths.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { personName } from '#kit/contract/person.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Changes } from '#kit/web/queue/Decision.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import type { CustomerWithIssues } from '../../contract/quality.ts'

type Other = Reply<typeof findDuplicates>['rows'][number]

/** Who else it could be, side by side; whether it is one person only somebody who asks can tell. */
export function Duplicates({ customer }: { customer: CustomerWithIssues }) {
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
      {data.rows.map((other, place) => (
        <Compared key={other.CustomerId ?? `${place}`} customer={customer} other={other} />
      ))}
    </Stack>
  )
}

const compared = ['MembershipNo', 'ContactNo', 'Email', 'IdNo', 'RegisteredOutletCode'] as const

function Compared({ customer, other }: { customer: CustomerWithIssues; other: Other }) {
  const t = useT()
  const labels = useLabels('data-quality')
  const { has, may } = useSession()
  const merges = has('Customer') && may('Merge Members')
  const cell = (value: string | null): ReactNode => value && <bdi>{value}</bdi>
  const name = other.FullName ? <bdi>{personName(other.FullName)}</bdi> : t('customers:duplicate.elsewhere')
  return (
    <Stack gap="s">
      <Changes
        label={labels.value('Reason', other.Reason)}
        heads={[
          <bdi key="this">{personName(customer.FullName)}</bdi>,
          other.CustomerId === null ? (
            name
          ) : (
            <Link key="other" to={customerPath({ CustomerId: other.CustomerId })}>
              {name}
            </Link>
          ),
        ]}
        rows={[
          ...compared.map((field) => ({
            key: field,
            what: labels.field(field),
            now: cell(customer[field]) ?? '–',
            after: cell(other[field]) ?? '–',
          })),
          {
            key: 'status',
            what: labels.field('Status'),
            now: <StatusTag area="data-quality" status={customer.Status} />,
            after: other.Status ? <StatusTag area="data-quality" status={other.Status} /> : '–',
          },
        ]}
      />
      <Row>
        {other.CustomerId === null && <Link to={counterPath()}>{t('customers:duplicate.lookUp')}</Link>}
        {merges && other.CustomerId !== null && other.MaskedYN === 'N' && (
          <Link to={mergeAddPath({ Survivor: customer.CustomerId, Merged: other.CustomerId })}>
            {t('customers:duplicate.merge')}
          </Link>
        )}
      </Row>
    </Stack>
  )
}
