import { customerPath } from '#areas/customers/paths.ts'
import { userPath } from '#areas/staff/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ShortDate, ShortInstant } from '#kit/web/Dates.tsx'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, Muted, SummaryBar } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { EarlierDecisionNote, ReviewWarning } from '#kit/web/queue/Decision.tsx'
import { QueueReview } from '#kit/web/queue/QueueReview.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { ACTS_PER_FINDING_MAX, getFinding } from '../contract.ts'
import { SuspiciousActEntry } from './ActEntry.tsx'
import { FindingDecisionBar } from './DecideBar.tsx'
import { findingStatusTones, SeverityTag } from './SeverityTag.tsx'
import { describeFindingInSentence, explainFindingPattern } from './words.ts'

/** Shows one finding: its pattern and value, acts with links to their records, and earlier decisions. */
export function FindingReview({ FindingId }: { FindingId: number }) {
  const t = useT()
  const labels = useLabels('watch')
  const { has } = useSession()
  const { data, error, refetch } = useRead(getFinding, { FindingId })
  if (!data)
    return (
      <QueueReview id={FindingId} title={t('watch:screens.watch')} error={error} onRetry={() => void refetch()}>
        {undefined}
      </QueueReview>
    )
  const { Acts, AtLeast, CustomerId, Days, Evidence, FirstDay, LastDay, MembershipNo, Name, OutletCode, StaffId } = data
  const staffPage = StaffId !== null && has('User Roles') ? userPath({ StaffId }) : undefined
  return (
    <QueueReview
      id={FindingId}
      person={Name}
      to={CustomerId === null ? staffPage : customerPath({ CustomerId })}
      number={[StaffId === null ? MembershipNo : t('watch:staff'), OutletCode].filter(Boolean).join(' · ')}
      requestInfo={
        <>
          {labels.value('Pattern', data.Pattern)}, <ShortInstant value={data.RenewedAt} />
        </>
      }
      bar={<FindingDecisionBar finding={data} />}
      error={error}
      onRetry={() => void refetch()}
    >
      <ReviewWarning title={describeFindingInSentence(t, data)}>
        {explainFindingPattern(t, data)}{' '}
        {data.Pattern !== 'Two outlets' && <Muted>{t('watch:rule', { least: AtLeast, days: Days })}</Muted>}
      </ReviewWarning>
      <SummaryBar
        small
        label={t('watch:summary')}
        items={[
          { label: labels.field('Severity'), value: <SeverityTag severity={data.Severity} /> },
          {
            label: labels.field('Status'),
            value: <StatusTag area="watch" status={data.Status} tone={findingStatusTones[data.Status]} quiet />,
          },
          {
            label: labels.field('Period'),
            value:
              FirstDay === LastDay ? (
                <ShortDate value={LastDay} />
              ) : (
                <>
                  <ShortDate value={FirstDay} /> – <ShortDate value={LastDay} />
                </>
              ),
          },
          { label: labels.field('Points'), value: <PointsText points={data.Points} /> },
          // The amount is 0 and not shown if the acts are not sales, as for look-ups and exports.
          Number(data.Amount) !== 0 && {
            label: labels.field('Amount'),
            value: <MoneyText amount={data.Amount} currency />,
          },
        ]}
      />
      <section aria-label={t('watch:evidence')}>
        <h3>{t('watch:evidence')}</h3>
        <EntryList>
          {Evidence.map((act) => (
            <SuspiciousActEntry key={act.ActId} act={act} />
          ))}
        </EntryList>
        {Acts > Evidence.length && <Muted as="p">{t('watch:more', { most: ACTS_PER_FINDING_MAX, count: Acts })}</Muted>}
      </section>
      {data.Decisions.map(({ DecisionId, Decision, DecidedBy, DecidedAt, Reason, Acts: acts }) => (
        <EarlierDecisionNote key={DecisionId}>
          {t('watch:decidedBefore', {
            decision: labels.value('Status', Decision),
            name: formatPersonName(DecidedBy),
            count: acts,
          })}{' '}
          <ShortInstant value={DecidedAt} />: <bdi>{Reason}</bdi>
        </EarlierDecisionNote>
      ))}
    </QueueReview>
  )
}
