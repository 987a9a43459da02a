import { FileUpIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPersonName } from '#kit/contract/person.ts'
import { formatSigned, listSeparator } from '#kit/web/format.ts'
import type { TranslateFunction } from '#kit/web/i18n.ts'
import type { QueueRow } from '#kit/web/queue/context.ts'
import { QueueEntrySummary } from '#kit/web/queue/Row.tsx'
import type { TextKey } from '#kit/web/vocabulary.ts'
import { type Approval, AUTOMATIC_REQUESTER_NAME } from '../contract.ts'
import { formatApprovalMessageParams, translateApprovalMessage } from './message.ts'
import type { ApprovalRequestView } from './slots.ts'

const shortTextKeys = [
  'adjustIn',
  'adjustOut',
  'adjustDelete',
  'import',
  'merge',
  'manualSale',
  'rewardDeactivation',
  'upgrade',
  'downgrade',
] as const
type ShortTextKey = (typeof shortTextKeys)[number]

/** Returns the key of the request's short text, if the texts have one. */
export function requestShortTextKey({ Summary }: Approval): ShortTextKey | undefined {
  const name = Summary.key.split('.').at(-1)
  return shortTextKeys.find((candidate) => candidate === name)
}

/** Returns the parameters of a request's short text. Points have a sign, except those of a deleted adjustment. */
export function requestShortTextParams({ Summary }: Approval, key: ShortTextKey): Record<string, string> {
  const { points } = Summary.params
  if (typeof points !== 'number' || key === 'adjustDelete') return formatApprovalMessageParams(Summary.params)
  return {
    ...formatApprovalMessageParams(Summary.params),
    points: formatSigned(key === 'adjustOut' ? -points : points),
  }
}

const stringParam = (value: string | number | undefined) => (typeof value === 'string' ? value : undefined)

/** Returns the full name of the person whom the request concerns, if any. */
export const findConcernedPersonName = ({ Summary: { params } }: Approval) => stringParam(params.name)

const fileOf = ({ Summary: { params } }: Approval) => stringParam(params.file)

/** Returns the title of a request that concerns no person. */
export const renderRequestTitle = (t: TranslateFunction, approval: Approval): ReactNode => (
  <bdi>{fileOf(approval) ?? translateApprovalMessage(t, approval.Summary)}</bdi>
)
export const fileRequestIcon = <FileUpIcon />

/** Converts a request to a row of the queue. The area of the request may add details to the row. */
export function toApprovalQueueRow(
  t: TranslateFunction,
  approval: Approval,
  view: ApprovalRequestView | undefined,
): QueueRow {
  const { ApprovalId, Kind, ObjectId, OutletCode, RequestedBy, RequestedAt, Summary } = approval
  const isAutomatic = RequestedBy === AUTOMATIC_REQUESTER_NAME
  const reason = Summary.params.reason
  const by = isAutomatic ? null : (
    <bdi>
      {[[formatPersonName(RequestedBy), OutletCode].filter(Boolean).join(listSeparator()), reason]
        .filter(Boolean)
        .join(' · ')}
    </bdi>
  )
  const key = requestShortTextKey(approval)
  const change = key
    ? t(`approvals:glance.${key}` as TextKey, requestShortTextParams(approval, key))
    : translateApprovalMessage(t, Summary)
  const defaultGlance = <QueueEntrySummary what={change} by={by} />
  return {
    id: ApprovalId,
    person: findConcernedPersonName(approval),
    title: renderRequestTitle(t, approval),
    icon: fileRequestIcon,
    what: view ? (
      <view.Glance ObjectId={ObjectId} by={by}>
        {defaultGlance}
      </view.Glance>
    ) : (
      defaultGlance
    ),
    when: RequestedAt,
    group: isAutomatic ? 'automatic' : 'staff',
    kind: Kind,
  }
}
