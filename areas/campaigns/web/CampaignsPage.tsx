import { Segmented } from 'antd'
import { PencilIcon, UsersIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { PageTools } from '#kit/web/PageTools.tsx'
import { useHistoryRowAction } from '#kit/web/RecordHistory.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { type Campaign, CampaignStatus, deleteCampaign, listCampaigns, restoreCampaign } from '../contract.ts'
import { campaignPath } from '../paths.ts'
import { useAwardDescription } from './sentence.ts'

const Calendar = lazy(async () => ({ default: (await import('./calendar/Calendar.tsx')).CampaignCalendar }))

/** The campaigns as a list, initially filtered to active campaigns, or as a calendar. */
export function CampaignsPage() {
  const t = useT()
  const { isHQ } = useSession()
  const [search, setSearch] = useSearchParams()
  const isCalendar = isHQ && search.get('show') === 'calendar'
  return (
    <>
      {isHQ && (
        <PageTools>
          <Segmented
            aria-label={t('campaigns:calendar.views')}
            value={isCalendar ? 'calendar' : 'list'}
            options={[
              { value: 'list', label: t('campaigns:calendar.list') },
              { value: 'calendar', label: t('campaigns:calendar.title') },
            ]}
            onChange={(view) => setSearch(view === 'calendar' ? { show: view } : {})}
          />
        </PageTools>
      )}
      {isCalendar ? (
        <Suspense fallback={<LoadingState rows={8} />}>
          <Calendar />
        </Suspense>
      ) : (
        <CampaignList />
      )}
    </>
  )
}

function CampaignList() {
  const t = useT()
  const { isHQ } = useSession()
  const history = useHistoryRowAction('campaigns', 'Campaign')
  const awardOf = useAwardDescription()
  const remove = useCall(deleteCampaign, {
    headline: ({ CampaignName }) => t('kit:headlines.deleted', { name: CampaignName }),
    done: 'campaigns:deleted',
    failed: 'campaigns:failed.delete',
    undo: ({ CampaignCode }) => call(restoreCampaign, { CampaignCode }),
  })
  const columns: Column<Campaign>[] = [
    { field: 'CampaignName', second: 'CampaignCode' },
    'CampaignType',
    'StartDate',
    'EndDate',
    { field: 'AwardPointYN', render: awardOf, file: { fields: ['AwardPointYN', 'AwardPoint', 'Multiplier'] } },
    { field: 'OwnerName', wideOnly: true },
    'Status',
  ]
  return (
    <>
      <ResourceTable
        area="campaigns"
        list={listCampaigns}
        label={t('campaigns:screens.list')}
        rowKey="CampaignCode"
        columns={columns}
        optional={['MinimumPurchase', 'BudgetPoints', 'SpentPoints', 'ControlPercent', 'RewardName', 'CreatedAt']}
        rowLink={(campaign) => (campaign.Status === 'Deleted' ? undefined : campaignPath(campaign))}
        rowName={({ CampaignName }) => CampaignName}
        search={{
          CampaignName: 'text',
          CampaignType: { list: 'CampaignType' },
          Status: CampaignStatus.options,
          RunsOn: 'date',
          CampaignCode: 'capitals',
        }}
        opens={{ Status: 'Active' }}
        views={[
          { label: 'campaigns:views.active', filters: { Status: 'Active' } },
          { label: 'campaigns:views.draft', filters: { Status: 'Draft' } },
          { label: 'campaigns:views.ended', filters: { Status: 'Ended' } },
        ]}
        actions={(campaign) => [
          isHQ && {
            label: t('kit:verbs.edit'),
            icon: <PencilIcon aria-hidden />,
            to: campaignPath({ CampaignCode: campaign.CampaignCode, tab: 'offer' }),
          },
          {
            label: t('campaigns:steps.audience'),
            icon: <UsersIcon aria-hidden />,
            to: campaignPath({ CampaignCode: campaign.CampaignCode, tab: 'audience' }),
          },
          history.of(campaign.CampaignCode, campaign.CampaignName),
          isHQ && {
            label: t('kit:verbs.delete'),
            danger: true,
            confirm: t('campaigns:deleteQuestion', { name: campaign.CampaignName }),
            run: () => remove.mutateAsync({ CampaignCode: campaign.CampaignCode }),
          },
        ]}
        empty={{ title: t('campaigns:empty'), hint: t('campaigns:emptyHint') }}
      />
      {history.node}
    </>
  )
}
