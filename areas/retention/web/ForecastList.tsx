import { customerPath } from '#areas/customers/paths.ts'
import { useContributedCustomerBulkActions } from '#areas/customers/web/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { formatPercent } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, TwoLineText } from '#kit/web/Layout.tsx'
import { PersonInitials } from '#kit/web/PersonMark.tsx'
import { PhoneText } from '#kit/web/PhoneText.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import type { PageView } from '#kit/web/table/ViewTabs.tsx'
import { type ForecastRow, listForecasts, ReturnChance } from '../contract.ts'
import { ReturnChanceTag } from './ChanceTag.tsx'
import { useDurationFormatter } from './time.ts'

const atRisk = { Chance: 'At risk' }
const views: PageView[] = [
  { label: 'retention:views.atRisk', filters: atRisk },
  { label: 'retention:views.likely', filters: { Chance: 'Likely' } },
  { label: 'retention:views.once', filters: { Chance: 'Once' } },
  { label: 'retention:views.lost', filters: { Chance: 'Lost' } },
]

/** Lists customers with their purchase forecasts; at first only customers at risk. */
export function ForecastList() {
  const t = useT()
  const durationText = useDurationFormatter()
  const bulkActions = useContributedCustomerBulkActions<ForecastRow>()
  const columns: Column<ForecastRow>[] = [
    {
      field: 'FullName',
      render: ({ FullName, MembershipNo, ContactNo }) => (
        <TwoLineText second={MembershipNo ?? (ContactNo && <PhoneText number={ContactNo} />)}>
          <bdi>{formatPersonName(FullName)}</bdi>
        </TwoLineText>
      ),
      mark: ({ FullName }) => <PersonInitials name={FullName} />,
      file: { fields: ['FullName', 'MembershipNo'] },
    },
    { field: 'Chance', render: ({ Chance: chance }) => chance && <ReturnChanceTag chance={chance} /> },
    {
      field: 'UsualDays',
      title: 'retention:list.rhythm',
      render: ({ UsualDays, SilentDays }) =>
        UsualDays === null ? (
          <Muted>{t('retention:list.ago', { time: durationText(SilentDays) })}</Muted>
        ) : (
          <TwoLineText second={t('retention:list.ago', { time: durationText(SilentDays) })}>
            <span className="carat-nowrap">{t('retention:list.every', { time: durationText(UsualDays) })}</span>
          </TwoLineText>
        ),
      file: { fields: ['UsualDays', 'SilentDays'] },
    },
    {
      field: 'ProbabilityActive',
      figure: true,
      wideOnly: true,
      render: ({ ProbabilityActive, Chance: chance }) =>
        ProbabilityActive === null || chance === 'Once' ? null : (
          <span className="carat-figure">{formatPercent(ProbabilityActive)}</span>
        ),
    },
    { field: 'ExpectedPurchases', wideOnly: true },
    'ExpectedValue',
    { field: 'OpenTaskYN', wideOnly: true },
    { field: 'PreferredStaffName', second: 'RegisteredOutletCode' },
  ]
  return (
    <ResourceTable
      area="retention"
      list={listForecasts}
      label={t('retention:screens.atRisk')}
      rowKey="CustomerId"
      rowName={({ FullName }) => formatPersonName(FullName)}
      rowLink={({ CustomerId }) => customerPath({ CustomerId })}
      columns={columns}
      optional={[
        'PurchaseDays',
        { field: 'FirstPurchaseDate', as: 'date' },
        { field: 'LastPurchaseDate', as: 'date' },
        'CardCategoryName',
        'ContactNo',
        'SilentDays',
      ]}
      search={{ FullName: 'text', Chance: ReturnChance.options, OutletCode: 'outlet' }}
      views={views}
      opens={atRisk}
      bulk={bulkActions}
      empty={(filters) =>
        Object.keys(filters).length > 0 ? undefined : { title: t('retention:empty'), hint: t('retention:emptyHint') }
      }
    />
  )
}
