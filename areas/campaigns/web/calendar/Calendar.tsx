import { Button } from 'antd'
import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import {
  businessDate,
  formatDayAndMonth,
  formatMoney,
  formatMonth,
  formatPoints,
  formatShortDate,
} from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { type CalendarCampaign, listCampaignCalendar } from '../../contract.ts'
import { campaignPath } from '../../paths.ts'
import { formatSignedDecimal } from '../sentence.ts'
import './calendar.css'
import {
  addMonths,
  calendarWeeksFrom,
  lastDayOfCalendarWeeks,
  monthThatBeginsInWeek,
  positionInCalendar,
} from './weeks.ts'

/** Shows the campaigns of about three months, week by week, each with its reach, cost and lift. */
export function CampaignCalendar() {
  const t = useT()
  const [search, setSearch] = useSearchParams()
  const today = businessDate()
  const thisMonth = addMonths(today.slice(0, 7), -1)
  const month = /^\d{4}-\d{2}$/.test(search.get('month') ?? '') ? search.get('month')! : thisMonth
  const weeks = calendarWeeksFrom(month)
  const until = lastDayOfCalendarWeeks(weeks)
  const { data, error, refetch } = useRead(listCampaignCalendar, {
    Search: { RunsFrom: weeks[0]!, RunsUntil: until },
    Rows: 1000,
    SortDirection: 'ASC',
  })
  const go = (to: string) =>
    setSearch((before) => {
      before.set('month', to)
      return before
    })
  const back = t('campaigns:calendar.earlier')
  const on = t('campaigns:calendar.later')
  return (
    <section
      className="carat-card campaign-calendar"
      aria-label={t('campaigns:calendar.title')}
      aria-busy={!data && !error}
    >
      <Row justify="spread" className="campaign-calendar-head">
        <h2 className="carat-card-title" aria-live="polite">
          {t('campaigns:steps.period', { from: formatShortDate(weeks[0]), until: formatShortDate(until) })}
        </h2>
        <Row tight>
          <Button
            icon={<ChevronLeftIcon aria-hidden className="carat-mirrored" />}
            aria-label={back}
            title={back}
            onClick={() => go(addMonths(month, -1))}
          />
          <Button onClick={() => go(thisMonth)}>{t('campaigns:calendar.now')}</Button>
          <Button
            icon={<ChevronRightIcon aria-hidden className="carat-mirrored" />}
            aria-label={on}
            title={on}
            onClick={() => go(addMonths(month, 1))}
          />
        </Row>
      </Row>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState rows={6} />}
      {data?.count === 0 && <EmptyState tone="grey" title={t('campaigns:calendar.none')} />}
      {data && data.count > 0 && (
        <>
          <Weeks weeks={weeks} />
          <ol className="campaign-calendar-rows">
            {data.rows.map((campaign) => (
              <Entry key={campaign.CampaignCode} campaign={campaign} weeks={weeks} today={today} />
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

/** The time scale above the bars of the calendar: the months, and the Mondays if the window is wide enough. */
const Weeks = ({ weeks }: { weeks: readonly string[] }) => (
  <div className="campaign-calendar-row campaign-calendar-scale" aria-hidden>
    <span />
    <div className="campaign-calendar-weeks">
      {weeks.map((week) => {
        const month = monthThatBeginsInWeek(week)
        return (
          <span key={week}>
            {month && <b>{formatMonth(month)}</b>}
            {month && <b className="campaign-calendar-short">{formatDayAndMonth(`${month}-01`)}</b>}
            <i>{Number(week.slice(8))}</i>
          </span>
        )
      })}
    </div>
    <span />
  </div>
)

type EntryProps = { campaign: CalendarCampaign; weeks: readonly string[]; today: string }

function Entry({ campaign, weeks, today }: EntryProps) {
  const t = useT()
  const { CampaignName, StartDate, EndDate, Status, Targeted, Reach, SpentPoints, MessageCost, Lift } = campaign
  const span = positionInCalendar(weeks, StartDate, EndDate)
  const now = positionInCalendar(weeks, today, today)
  return (
    <li className="campaign-calendar-row">
      <div className="campaign-calendar-name">
        <Link to={campaignPath(campaign)}>{CampaignName}</Link>
        <span className="carat-muted">
          <StatusTag status={Status} area="campaigns" />
          {t('campaigns:steps.period', { from: formatShortDate(StartDate), until: formatShortDate(EndDate) })}
        </span>
      </div>
      <div className="campaign-calendar-track" aria-hidden>
        {now && <span className="campaign-calendar-today" style={{ insetInlineStart: `${now.start}%` }} />}
        {span && (
          <span
            className={`campaign-calendar-bar campaign-calendar-${Status.toLowerCase()}`}
            style={{ insetInlineStart: `${span.start}%`, inlineSize: `${span.length}%` }}
          />
        )}
      </div>
      <dl className="campaign-calendar-figures">
        <div>
          <dt>{t('campaigns:calendar.reach')}</dt>
          <dd>{Targeted === 0 && Reach === 0 ? t('campaigns:steps.everybody') : formatPoints(Reach)}</dd>
        </div>
        <div>
          <dt>{t('campaigns:outcome.cost')}</dt>
          <dd>
            {formatMoney(MessageCost, { currency: true })}
            {SpentPoints > 0 && (
              <small>{t('campaigns:sentence.points', { count: SpentPoints, points: formatPoints(SpentPoints) })}</small>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('campaigns:lift.name')}</dt>
          <dd>
            {Lift ? (
              <>
                <bdi>{t('campaigns:lift.points', { difference: formatSignedDecimal(Lift.Difference) })}</bdi>
                <small>
                  <bdi>
                    {t('campaigns:calendar.interval', {
                      from: formatSignedDecimal(Lift.From),
                      until: formatSignedDecimal(Lift.Until),
                    })}
                  </bdi>
                </small>
              </>
            ) : (
              '–'
            )}
          </dd>
        </div>
      </dl>
    </li>
  )
}
