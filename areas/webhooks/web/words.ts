import type { z } from 'zod'
import { eventTypes } from '#areas/event-feed/contract.ts'
import { formatPoints, formatShortInstant, lowerCaseRelativeDate } from '#kit/web/format.ts'
import { currentLanguage, type TranslateFunction } from '#kit/web/i18n.ts'
import type { FieldLabels } from '#kit/web/labels.ts'
import type { FeedStatus, WebhookDelivery, WebhookLine } from '../contract.ts'

/** The lag of the publisher from which it needs attention; a publication takes about a second. */
export const PUBLISHER_LAG_SECONDS = 60

export const TEST_TYPE = 'carat.test'

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

/** Formats an age in its largest whole unit: 12 seconds, 5 minutes, 3 days. */
export function formatAge(seconds: number): string {
  const { unit, seconds: size } = units.find(({ seconds: least }) => seconds >= least) ?? units[3]
  return new Intl.NumberFormat(currentLanguage(), { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.floor(seconds / size),
  )
}

/** Formats a duration in milliseconds: 1,240 ms. */
export const formatMilliseconds = (duration: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'unit', unit: 'millisecond', unitDisplay: 'short' }).format(
    duration,
  )

type Lag = Pick<FeedStatus['Endpoints'][number], 'LagEvents' | 'LagSeconds'>

/** Formats a lag: 12 events, 3 minutes. */
export function describeLag(t: TranslateFunction, { LagEvents, LagSeconds }: Lag): string {
  const events = t('webhooks:endpoint.behind', { count: formatPoints(LagEvents) })
  return LagSeconds > 0 ? t('webhooks:endpoint.behindFor', { events, age: formatAge(LagSeconds) }) : events
}

/** Returns the reason why a request failed, with the status code of the reply if there was one. */
export function describeError(
  labels: FieldLabels,
  { StatusCode, Error: error }: Pick<z.infer<typeof WebhookDelivery>, 'StatusCode' | 'Error'>,
): string {
  const code = StatusCode === null ? '' : `${StatusCode}`
  if (error === null) return code
  return code ? `${code} · ${labels.value('Error', error)}` : labels.value('Error', error)
}

/** Names the record whose events wait: the membership number, or the kind and code of another record. */
export function describeLine(t: TranslateFunction, { Line, MembershipNo }: WebhookLine): string {
  if (MembershipNo !== null) return MembershipNo
  const [kind, ...code] = Line.split(':')
  const params = { code: code.join(':') }
  if (kind === 'customer') return t('webhooks:line.customer', params)
  if (kind === 'voucher') return t('webhooks:line.voucher', params)
  return kind === 'reward' ? t('webhooks:line.reward', params) : Line
}

/** The event types as options of a select, each with its technical name. */
export const eventTypeChoices = (labels: FieldLabels, types: readonly string[] = eventTypes) =>
  types.map((type) => ({ value: type, label: labels.value('Types', type), hint: type }))

/** Returns the host of a URL, with the port if it is not the usual one. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

/** Formats an instant for the middle of a sentence: today, 3:27 pm. */
export const instantInSentence = (instant: string | null): string => lowerCaseRelativeDate(formatShortInstant(instant))
