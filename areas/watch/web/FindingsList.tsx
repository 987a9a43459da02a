import { formatPersonName } from '#kit/contract/person.ts'
import { useT } from '#kit/web/i18n.ts'
import { TwoLineText } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { type Finding, FindingStatus, listFindings, Severity, WatchPattern } from '../contract.ts'
import { watchPath } from '../paths.ts'
import { findingStatusTones, SeverityTag } from './SeverityTag.tsx'
import { describeFindingInSentence } from './words.ts'

/** Lists all findings of loyalty watch with their status. */
export function FindingsList() {
  const t = useT()
  const columns: Column<Finding>[] = [
    {
      field: 'Name',
      render: ({ Name, MembershipNo }) => (
        <TwoLineText second={MembershipNo ?? t('watch:staff')}>
          <bdi>{formatPersonName(Name)}</bdi>
        </TwoLineText>
      ),
      file: { fields: ['Name', 'MembershipNo'] },
    },
    'Pattern',
    { field: 'Severity', render: ({ Severity: severity }) => <SeverityTag severity={severity} /> },
    'OutletCode',
    'LastDay',
    'Acts',
    'Points',
    {
      field: 'Status',
      render: ({ Status }) => <StatusTag area="watch" status={Status} tone={findingStatusTones[Status]} quiet />,
    },
  ]
  return (
    <ResourceTable
      area="watch"
      list={listFindings}
      label={t('watch:screens.watch')}
      rowKey="FindingId"
      rowName={(finding) => `${finding.Name}, ${describeFindingInSentence(t, finding)}`}
      rowLink={({ FindingId }) => watchPath({ id: FindingId })}
      columns={columns}
      optional={['FirstDay', 'Amount', 'FoundAt', 'RenewedAt', 'DecidedBy', 'DecidedAt', 'Reason']}
      search={{
        Name: 'text',
        Pattern: WatchPattern.options,
        Status: FindingStatus.options,
        OutletCode: 'outlet',
        Severity: Severity.options,
        FromDate: { until: 'ToDate', label: 'watch:fields.Period' },
      }}
      empty={(filters) =>
        Object.keys(filters).length > 0 ? undefined : { title: t('watch:empty.Open'), hint: t('watch:emptyHint.Open') }
      }
    />
  )
}
