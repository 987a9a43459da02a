import {
  BadgeCheckIcon,
  CrownIcon,
  GiftIcon,
  HouseIcon,
  MergeIcon,
  MessageSquareQuoteIcon,
  NotebookPenIcon,
  PencilIcon,
  PhoneIcon,
  ReceiptTextIcon,
  StarIcon,
  Undo2Icon,
  UserPlusIcon,
  UsersIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { salePath } from '#areas/sales/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import {
  formatDate,
  formatInstant,
  formatPoints,
  formatShortInstant,
  formatSigned,
  lowerCaseRelativeDate,
} from '#kit/web/format.ts'
import { currentLanguage, t, useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import type { TimelineItem } from '#kit/web/Timeline.tsx'
import type { TimelineEntry, TimelineKind } from '../../contract/timeline.ts'
import { formatBonusNote } from '../sale-points.tsx'

const icons: Record<TimelineKind, ReactNode> = {
  Registered: <UserPlusIcon />,
  Consent: <BadgeCheckIcon />,
  Address: <HouseIcon />,
  Sale: <ReceiptTextIcon />,
  Return: <Undo2Icon />,
  Points: <StarIcon />,
  Level: <CrownIcon />,
  Amendment: <PencilIcon />,
  Contact: <PhoneIcon />,
  Referral: <UsersIcon />,
  Merge: <MergeIcon />,
  Activity: <NotebookPenIcon />,
  Reward: <GiftIcon />,
  Feedback: <MessageSquareQuoteIcon />,
}

/** An entry of the customer's feed, which combines simultaneous consents of the same kind. */
export type CombinedTimelineEntry = TimelineEntry & { channels?: readonly string[] }

const channelsOf = ({ Subject, channels }: CombinedTimelineEntry) => channels ?? [Subject]
const sameMoment = (a: TimelineEntry, b: TimelineEntry) =>
  a.At.slice(0, 16) === b.At.slice(0, 16) && a.By === b.By && a.Detail === b.Detail

/** Combines consents for several channels given at the same moment into one entry. */
export function combineConsentEntries(entries: readonly TimelineEntry[]): CombinedTimelineEntry[] {
  const combined: CombinedTimelineEntry[] = []
  for (const entry of entries) {
    const last = combined.at(-1)
    if (entry.Kind === 'Consent' && last?.Kind === 'Consent' && sameMoment(last, entry))
      combined[combined.length - 1] = { ...last, channels: [...channelsOf(last), entry.Subject] }
    else combined.push(entry)
  }
  return combined
}

const toSentence = (words: readonly string[]) =>
  new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(words)

/** Returns a function that converts an entry of the timeline to its display. */
export function useTimelineItemRenderer() {
  const t = useT()
  const labels = useLabels('customers')
  const bodyOf = useEntryBody()

  const titleOf = (entry: CombinedTimelineEntry): ReactNode => {
    const { Kind, Subject, Detail } = entry
    switch (Kind) {
      case 'Registered':
        return t('customers:feed.registered', { source: labels.value('RegistrationSource', Subject) })
      case 'Consent':
        return t(Detail === 'Y' ? 'customers:feed.agreed' : 'customers:feed.withdrew', {
          channel: toSentence(channelsOf(entry).map((channel) => labels.value('Channel', channel))),
        })
      case 'Address':
        return t('customers:feed.address', { type: labels.value('AddressType', Subject) })
      case 'Sale':
        return (
          <>
            <Link to={salePath({ TransactionType: 'N', InvoiceNo: Subject })}>{Subject}</Link>{' '}
            <Muted>
              <bdi>{Detail ?? t('customers:feed.sale')}</bdi>
            </Muted>
          </>
        )
      case 'Return':
        return (
          <>
            {t('customers:feed.return')}{' '}
            <Link to={salePath({ TransactionType: 'C', InvoiceNo: Subject })}>{Subject}</Link>
          </>
        )
      case 'Points':
        return labels.value('PointsType', Subject)
      case 'Level':
        return (
          <>
            {labels.value('LevelAction', Subject)}{' '}
            <Muted>
              {entry.Previous && entry.Updated
                ? t('customers:feed.levelChange', { from: entry.Previous, to: entry.Updated })
                : (entry.Updated ?? entry.Previous)}
            </Muted>
          </>
        )
      case 'Referral':
        return (
          <>
            {labels.value('ReferralEvent', Subject)}{' '}
            <Muted>
              <bdi>{entry.Previous ? formatPersonName(entry.Previous) : entry.Updated}</bdi>
            </Muted>
          </>
        )
      case 'Contact':
        return t('customers:feed.contact', { way: labels.value('ContactType', Subject) })
      case 'Activity':
        return <bdi>{Subject}</bdi>
      case 'Reward':
        return (
          <>
            {labels.value('RewardEvent', Subject)}{' '}
            <Muted>
              <bdi>{Detail}</bdi>
            </Muted>
          </>
        )
      case 'Feedback':
        return (
          <>
            {t('customers:feed.feedback')}{' '}
            <Muted>
              <bdi>{Subject}</bdi>
            </Muted>
          </>
        )
      case 'Merge':
        return t('customers:feed.merge', { event: labels.value('MergeEvent', Subject), number: entry.Updated ?? '' })
      case 'Amendment':
        return t('customers:feed.changed', { field: labels.field(Subject) })
    }
  }

  return (entry: CombinedTimelineEntry): TimelineItem => ({
    key: `${entry.Kind}-${entry.ObjectId}`,
    icon: icons[entry.Kind],
    tone: toneOf(entry),
    title: titleOf(entry),
    time: entry.Since ?? entry.At,
    at: entry.At,
    body: bodyOf(entry),
    side: (
      <AmountAndPoints
        Amount={entry.Amount}
        Points={entry.Points}
        note={noteOf(entry, labels.value('PointsType', 'Bonus'))}
      />
    ),
    nested: entry.Returns?.map((back) => ({
      key: back.InvoiceNo,
      about: <ReturnedLater back={back} />,
      side: <AmountAndPoints Amount={back.Amount} Points={back.Points} line />,
    })),
    by: [entry.By && formatPersonName(entry.By), entry.OutletCode].filter(Boolean).join(' · ') || undefined,
  })
}

/** Shows the content of a timeline entry below its title. */
function useEntryBody() {
  const t = useT()
  const labels = useLabels('customers')
  const formatValue = valueFormatter(t, labels)
  // Shows the time at which the reward was handed over, or its new last day after an extension.
  const afterwards = ({ At, Updated }: TimelineEntry) =>
    Updated === 'Claimed' || Updated === 'Collected'
      ? t(`customers:feed.handedOver.${Updated}`, { when: lowerCaseRelativeDate(formatShortInstant(At)) })
      : formatDate(Updated)
  return (entry: TimelineEntry): ReactNode => {
    const { Kind, Subject, Detail } = entry
    switch (Kind) {
      case 'Return':
        return Detail && t('customers:feed.of', { invoice: Detail })
      case 'Points':
        return Detail
      case 'Activity':
        return <bdi>{Detail}</bdi>
      case 'Reward':
        return [entry.Previous, entry.Updated && afterwards(entry)].filter(Boolean).join(' · ')
      case 'Feedback':
        return [Detail && t('customers:feed.score', { score: Detail }), entry.Updated].filter(Boolean).join(' · ')
      case 'Address':
      case 'Merge':
        return Detail
      case 'Referral':
        return Detail && labels.value('VoidReason', Detail)
      case 'Level':
        // The status Approved is not shown, because it is the normal outcome.
        return Detail && Detail !== 'Approved' && labels.value('Status', Detail)
      case 'Contact':
        return [Detail && labels.value('ContactOutcome', Detail), entry.Updated].filter(Boolean).join(' · ')
      case 'Amendment':
        return (
          <Row gap="s" as="span">
            {entry.Previous ? <del>{formatValue(Subject, entry.Previous)}</del> : formatValue(Subject, null)}
            <span aria-hidden className="carat-mirrored">
              →
            </span>
            <ins>{formatValue(Subject, entry.Updated)}</ins>
          </Row>
        )
      default:
        return null
    }
  }
}

function ReturnedLater({ back }: { back: NonNullable<TimelineEntry['Returns']>[number] }) {
  const t = useT()
  return (
    <>
      <Undo2Icon aria-hidden className="carat-mirrored" /> {t('customers:feed.return')}{' '}
      <Link to={salePath({ TransactionType: 'C', InvoiceNo: back.InvoiceNo })}>{back.InvoiceNo}</Link>{' '}
      <Muted>
        <ShortInstant value={back.At} />
      </Muted>
    </>
  )
}

/** Shows the bonuses within the points of a sale, and the points that remain after returns. */
function noteOf({ Kind, Previous, SalePoints }: TimelineEntry, bonusName: string): string {
  if (Kind === 'Points' && Previous !== null)
    return t('customers:salePoints.ofWhich', { bonuses: `${bonusName} ${formatSigned(Number(Previous))}` })
  if (Kind !== 'Sale' || SalePoints === null) return ''
  const remaining = t('customers:salePoints.left', { points: formatPoints(SalePoints.Total) })
  return [formatBonusNote(SalePoints), SalePoints.Reversed > 0 && remaining].filter(Boolean).join(' · ')
}

type MovedProps = Pick<TimelineEntry, 'Amount' | 'Points'> & { line?: boolean; note?: string }

/** Shows the amount and the points of a timeline entry. */
function AmountAndPoints({ Amount, Points, line, note }: MovedProps) {
  const t = useT()
  if (Amount === null && Points === null) return null
  const points = Points !== null && Points !== 0 && (
    <span className="carat-nowrap">
      <PointsText points={Points} sign="signed" /> {t('customers:feed.pointsUnit')}
    </span>
  )
  const amount = Amount !== null && (
    <strong>
      <MoneyText amount={Amount} currency />
    </strong>
  )
  return line ? (
    <Row gap="m" as="span">
      {amount}
      {points}
    </Row>
  ) : (
    <>
      <div>{amount}</div>
      <Muted as="div">{points}</Muted>
      {note && (
        <Muted as="div">
          <bdi>{note}</bdi>
        </Muted>
      )}
    </>
  )
}

/** Formats the value of a customer field before or after a change. */
const valueFormatter =
  (t: ReturnType<typeof useT>, labels: ReturnType<typeof useLabels>) => (field: string, value: string | null) => {
    if (value === null || value === '') return t('kit:form.nothing')
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(value)
    if (/^\d{4}-\d\d-\d\d[T ].*(Z|[+-]\d\d(:?\d\d)?)$/.test(value)) return formatInstant(value)
    return labels.value(field, value)
  }

function toneOf({ Kind, Points, Detail }: TimelineEntry): NonNullable<TimelineItem['tone']> {
  if (Kind === 'Return') return 'bad'
  if (Kind === 'Sale') return 'good'
  if (Kind === 'Points') return (Points ?? 0) < 0 ? 'bad' : 'good'
  if (Kind === 'Consent' && Detail === 'N') return 'notice'
  return Kind === 'Level' ? 'notice' : 'plain'
}
