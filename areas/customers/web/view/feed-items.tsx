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
import { personName } from '#kit/contract/person.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { formatDate, formatInstant } from '#kit/web/format.ts'
import { currentLanguage, useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import type { TimelineItem } from '#kit/web/Timeline.tsx'
import type { TimelineEntry, TimelineKind } from '../../contract/timeline.ts'

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

/** One entry of the feed, with those that were written in the same moment and say the same. */
export type FeedEntry = TimelineEntry & { channels?: readonly string[] }

const channelsOf = ({ Subject, channels }: FeedEntry) => channels ?? [Subject]
const sameMoment = (one: TimelineEntry, other: TimelineEntry) =>
  one.At.slice(0, 16) === other.At.slice(0, 16) && one.By === other.By && one.Detail === other.Detail

/** Ways of contact that were agreed to, or refused, in one breath are one entry. */
export function together(entries: readonly TimelineEntry[]): FeedEntry[] {
  const told: FeedEntry[] = []
  for (const entry of entries) {
    const last = told.at(-1)
    if (entry.Kind === 'Consent' && last?.Kind === 'Consent' && sameMoment(last, entry))
      told[told.length - 1] = { ...last, channels: [...channelsOf(last), entry.Subject] }
    else told.push(entry)
  }
  return told
}

const listed = (words: readonly string[]) =>
  new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(words)

/** How each kind of event is shown. */
export function useFeedItem() {
  const t = useT()
  const labels = useLabels('customers')
  const bodyOf = useBody()

  const titleOf = (entry: FeedEntry): ReactNode => {
    const { Kind, Subject, Detail } = entry
    switch (Kind) {
      case 'Registered':
        return t('customers:feed.registered', { source: labels.value('RegistrationSource', Subject) })
      case 'Consent':
        return t(Detail === 'Y' ? 'customers:feed.agreed' : 'customers:feed.withdrew', {
          channel: listed(channelsOf(entry).map((channel) => labels.value('Channel', channel))),
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
              <bdi>{entry.Previous ? personName(entry.Previous) : entry.Updated}</bdi>
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

  return (entry: FeedEntry): TimelineItem => ({
    key: `${entry.Kind}-${entry.ObjectId}`,
    icon: icons[entry.Kind],
    tone: toneOf(entry),
    title: titleOf(entry),
    time: entry.Since ?? entry.At,
    at: entry.At,
    body: bodyOf(entry),
    side: <Moved Amount={entry.Amount} Points={entry.Points} />,
    nested: entry.Returns?.map((back) => ({
      key: back.InvoiceNo,
      about: <ReturnedLater back={back} />,
      side: <Moved Amount={back.Amount} Points={back.Points} line />,
    })),
    by: [entry.By && personName(entry.By), entry.OutletCode].filter(Boolean).join(' · ') || undefined,
  })
}

/** What is shown below the title. */
function useBody() {
  const t = useT()
  const labels = useLabels('customers')
  const written = writer(t, labels)
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
        return [entry.Previous, entry.Updated && formatDate(entry.Updated)].filter(Boolean).join(' · ')
      case 'Feedback':
        return [Detail && t('customers:feed.score', { score: Detail }), entry.Updated].filter(Boolean).join(' · ')
      case 'Address':
      case 'Merge':
        return Detail
      case 'Referral':
        return Detail && labels.value('VoidReason', Detail)
      case 'Level':
        // Approved is what one expects.
        return Detail && Detail !== 'Approved' && labels.value('Status', Detail)
      case 'Contact':
        return [Detail && labels.value('ContactOutcome', Detail), entry.Updated].filter(Boolean).join(' · ')
      case 'Amendment':
        return (
          <Row gap="s" as="span">
            {entry.Previous ? <del>{written(Subject, entry.Previous)}</del> : written(Subject, null)}
            <span aria-hidden className="carat-mirrored">
              →
            </span>
            <ins>{written(Subject, entry.Updated)}</ins>
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

/** Money and points of an entry, below each other or in one line. */
function Moved({ Amount, Points, line }: Pick<TimelineEntry, 'Amount' | 'Points'> & { line?: boolean }) {
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
    </>
  )
}

/** A value before or after a change, as people write it. */
const writer =
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
