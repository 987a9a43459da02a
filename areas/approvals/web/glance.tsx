import { FileUpIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { personName } from '#kit/contract/person.ts'
import { formatSigned } from '#kit/web/format.ts'
import type { T } from '#kit/web/i18n.ts'
import type { QueueRow } from '#kit/web/queue/context.ts'
import { Glance } from '#kit/web/queue/Row.tsx'
import type { TextKey } from '#kit/web/vocabulary.ts'
import { type Approval, AUTOMATIC } from '../contract.ts'
import { sentence, worded } from './message.ts'
import type { RequestView } from './slots.ts'

const known = [
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
type Known = (typeof known)[number]

/** The name of its sentence, where there is a shorter one; undefined for kinds that came later. */
export function shortKeyOf({ Summary }: Approval): Known | undefined {
  const name = Summary.key.split('.').at(-1)
  return known.find((one) => one === name)
}

/** Points that are taken away have their sign. */
export function shortWords({ Summary }: Approval, key: Known): Record<string, string> {
  const { points } = Summary.params
  if (typeof points !== 'number' || key === 'adjustDelete') return worded(Summary.params)
  return { ...worded(Summary.params), points: formatSigned(key === 'adjustOut' ? -points : points) }
}

const textOf = (value: string | number | undefined) => (typeof value === 'string' ? value : undefined)

/** Whom a request is about, by the full name; what is about nobody has none. */
export const personOf = ({ Summary: { params } }: Approval) => textOf(params.name)

const fileOf = ({ Summary: { params } }: Approval) => textOf(params.file)

/** What stands for whom it is about where it is about nobody. */
export const titleOf = (t: T, approval: Approval): ReactNode => (
  <bdi>{fileOf(approval) ?? sentence(t, approval.Summary)}</bdi>
)
export const requestIcon = <FileUpIcon />

/** A request as the list shows it; its own area may know more about it. */
export function rowOf(t: T, approval: Approval, view: RequestView | undefined): QueueRow {
  const { ApprovalId, Kind, ObjectId, OutletCode, RequestedBy, RequestedAt, Summary } = approval
  const automatic = RequestedBy === AUTOMATIC
  const reason = Summary.params.reason
  const by = automatic ? null : (
    <bdi>{[[personName(RequestedBy), OutletCode].filter(Boolean).join(', '), reason].filter(Boolean).join(' · ')}</bdi>
  )
  const key = shortKeyOf(approval)
  const what = key ? t(`approvals:glance.${key}` as TextKey, shortWords(approval, key)) : sentence(t, Summary)
  const plain = <Glance what={what} by={by} />
  return {
    id: ApprovalId,
    person: personOf(approval),
    title: titleOf(t, approval),
    icon: requestIcon,
    what: view ? (
      <view.Glance ObjectId={ObjectId} by={by}>
        {plain}
      </view.Glance>
    ) : (
      plain
    ),
    when: RequestedAt,
    group: automatic ? 'automatic' : 'staff',
    kind: Kind,
  }
}
