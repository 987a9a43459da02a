import { TrendingDownIcon } from 'lucide-react'
import { CardCategoryTag, fetchCardCategoryNames } from '#areas/memberships/web/index.ts'
import { call } from '#kit/web/call.ts'
import { ShortDate } from '#kit/web/Dates.tsx'
import { businessDate, formatDate, formatShortDate } from '#kit/web/format.ts'
import { currentLanguage, useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { TwoLineCell } from '#kit/web/table/TwoLines.tsx'
import { addLevelHistory } from '../../contract/level-histories.ts'
import { type DowngradeCandidate, listDowngrades } from '../../contract/status.ts'
import { memberLevelsPath } from '../../paths.ts'

const MONTHS_BACK = 12
const MONTHS_AHEAD = 3

/** Members whose cycle ends in a month without enough spend. */
export function DowngradeCandidatesList() {
  const t = useT()
  const columns: Column<DowngradeCandidate>[] = [
    {
      field: 'Name',
      title: 'levels:fields.Member',
      second: 'MembershipNo',
    },
    {
      field: 'CardCategoryCode',
      render: (row) => <CardCategoryTag code={row.CardCategoryCode} />,
      file: { words: fetchCardCategoryNames },
    },
    {
      field: 'CycleEnd',
      as: 'date',
      render: ({ CycleEnd, GraceUntil }) => (
        <TwoLineCell second={GraceUntil > CycleEnd && t('levels:graceUntil', { date: formatShortDate(GraceUntil) })}>
          <ShortDate value={CycleEnd} />
        </TwoLineCell>
      ),
      file: { fields: ['CycleEnd', 'GraceUntil'] },
    },
    'Spend',
    'MaintainAmount',
    'Shortfall',
    { field: 'LastPurchase', as: 'date' },
  ]
  const refuse = ({ EndedYN, PendingYN, ToCategory, CycleEnd }: DowngradeCandidate) => {
    if (PendingYN === 'Y') return t('levels:refusals.pending')
    if (EndedYN === 'N') return t('levels:refusals.cycle_runs', { CycleEnd: formatDate(CycleEnd) })
    return ToCategory === null && t('levels:refusals.none_below')
  }
  const ask = ({ MembershipNo }: DowngradeCandidate, Remark: string) =>
    call(
      addLevelHistory,
      { MembershipNo, Action: 'Downgrade', Reason: 'Cycle review', Remark },
      { idempotencyKey: crypto.randomUUID() },
    )
  return (
    <ResourceTable
      area="levels"
      list={listDowngrades}
      label={t('levels:shows.ending')}
      name="ending"
      rowKey="MembershipNo"
      columns={columns}
      optional={[
        'MembershipNo',
        {
          field: 'ToCategory',
          title: 'levels:fields.FallsTo',
          render: (row) => <CardCategoryTag code={row.ToCategory} />,
          file: { words: fetchCardCategoryNames },
        },
        { field: 'GraceUntil', as: 'date' },
        'RegisteredOutletCode',
        'PendingYN',
      ]}
      rowLink={memberLevelsPath}
      search={{
        Month: { choices: async () => monthChoices(), label: 'levels:fields.Month' },
        MembershipNo: 'capitals',
        OutletCode: 'outlet',
      }}
      bulk={[
        {
          label: t('levels:askDowngrade'),
          icon: <TrendingDownIcon aria-hidden />,
          effect: t('levels:askEffect'),
          reason: { label: t('levels:fields.Remark'), maxLength: 300 },
          refuse,
          each: ask,
        },
      ]}
      actions={({ MembershipNo }) => [{ label: t('levels:openMember'), to: memberLevelsPath({ MembershipNo }) }]}
      empty={() => ({ title: t('levels:noneEnding'), hint: t('levels:noneEndingHint') })}
    />
  )
}

/** The months that the user can choose: the last twelve months and the next three. */
function monthChoices() {
  const [year, month] = businessDate().split('-').map(Number) as [number, number]
  const named = new Intl.DateTimeFormat(currentLanguage(), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return Array.from({ length: MONTHS_BACK + MONTHS_AHEAD + 1 }, (_, index) => {
    const first = new Date(Date.UTC(year, month - 1 + MONTHS_AHEAD - index, 1))
    return { value: first.toISOString().slice(0, 7), label: named.format(first) }
  })
}
