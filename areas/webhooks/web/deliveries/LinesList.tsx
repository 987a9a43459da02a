import { RotateCwIcon } from 'lucide-react'
import { Link } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import type { SelectChoice } from '#kit/web/choices.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { formatPoints, formatShortInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, TwoLineText } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { dropLine, listLines, resumeLine, WebhookLine } from '../../contract.ts'
import { describeError, describeLine } from '../words.ts'

const REFETCH_MS = 10_000

/** The members and other records whose events wait for a retry or are stopped. */
export function LinesList({ endpoints }: { endpoints: readonly SelectChoice[] }) {
  const t = useT()
  const labels = useLabels('webhooks')
  const resume = useCall(resumeLine, {
    done: (line) => t('webhooks:line.resumed', { line: describeLine(t, line) }),
    failed: 'webhooks:line.resumeFailed',
  })
  const drop = useCall(dropLine, { done: 'webhooks:line.dropped', failed: 'webhooks:line.dropFailed' })
  const columns: Column<WebhookLine>[] = [
    {
      field: 'Line',
      second: 'EndpointName',
      render: (line) => (
        <TwoLineText second={<bdi>{line.EndpointName}</bdi>}>
          <LineName line={line} />
        </TwoLineText>
      ),
    },
    { field: 'Status', render: (line) => <LineStatus line={line} /> },
    { field: 'FirstFailedAt', render: ({ FirstFailedAt }) => <ShortInstant value={FirstFailedAt} /> },
    { field: 'Error', render: (line) => describeError(labels, line) },
    {
      field: 'Type',
      second: 'Position',
      render: ({ Type, Position }) => (
        <TwoLineText second={t('webhooks:feed.position', { position: formatPoints(Position) })}>
          {Type && labels.value('Types', Type)}
        </TwoLineText>
      ),
    },
  ]
  return (
    <ResourceTable
      area="webhooks"
      list={listLines}
      name="lines"
      label={t('webhooks:line.list')}
      failed="webhooks:line.listFailed"
      rowKey="LineId"
      rowName={(line) => describeLine(t, line)}
      columns={columns}
      optional={['Attempts', 'NextAttemptAt']}
      search={{ EndpointId: { choices: endpoints }, Status: WebhookLine.shape.Status.options }}
      refetchInterval={REFETCH_MS}
      actions={(row) => {
        const { LineId, EndpointName: endpoint, Type, Position } = row
        const line = describeLine(t, row)
        const type = Type ? labels.value('Types', Type) : ''
        return [
          {
            label: t('webhooks:line.resume'),
            icon: <RotateCwIcon aria-hidden />,
            obvious: true,
            run: () => resume.mutateAsync({ LineId }),
          },
          {
            label: t('webhooks:line.dropFirst'),
            danger: true,
            confirm: {
              title: t('webhooks:line.dropFirstQuestion', { line }),
              body: t('webhooks:line.dropFirstAbout', { endpoint, line, type, position: formatPoints(Position) }),
            },
            run: () => drop.mutateAsync({ LineId, Events: 'First' }),
          },
          {
            label: t('webhooks:line.dropAll'),
            danger: true,
            confirm: {
              title: t('webhooks:line.dropAllQuestion', { line }),
              body: t('webhooks:line.dropAllAbout', { endpoint, line }),
            },
            run: () => drop.mutateAsync({ LineId, Events: 'All' }),
          },
        ]
      }}
      empty={{ title: t('webhooks:line.empty') }}
    />
  )
}

/** The record whose events wait, with a link to its customer. */
function LineName({ line }: { line: WebhookLine }) {
  const t = useT()
  const name = <bdi>{describeLine(t, line)}</bdi>
  return line.CustomerId === null ? name : <Link to={customerPath({ CustomerId: line.CustomerId })}>{name}</Link>
}

function LineStatus({ line: { Status, Attempts, NextAttemptAt } }: { line: WebhookLine }) {
  const t = useT()
  return (
    <>
      <StatusTag area="webhooks" status={Status} like={Status === 'Parked' ? 'Failed' : 'Running'} />
      <Muted as="div">
        {NextAttemptAt
          ? t('webhooks:line.next', { time: formatShortInstant(NextAttemptAt) })
          : t('webhooks:line.after', { count: Attempts })}
      </Muted>
    </>
  )
}
