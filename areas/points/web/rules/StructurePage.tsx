import { Button } from 'antd'
import { FlaskConicalIcon, PencilIcon, PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Reply } from '#kit/contract/endpoint.ts'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { RecordHead } from '#kit/web/PageTools.tsx'
import { HistoryButton } from '#kit/web/RecordHistory.tsx'
import { Card, PageSection } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useOpenRecord } from '#kit/web/screen.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getStructure, Structure, updateStructure } from '../../contract.ts'
import { structurePath } from '../../paths.ts'
import { CountsToday } from './CountsToday.tsx'
import { Periods } from './Periods.tsx'
import { StructureDialogs } from './StructureDialogs.tsx'

/** One structure: its conditions, its scope, and its periods. */
export function StructurePage() {
  const { StructureId } = useParams()
  const { data, error, refetch } = useRead(getStructure, { StructureId: Number(StructureId) })
  useOpenRecord(data?.Name)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return <Plan plan={data} today={data.CountsToday} />
}

type Today = Reply<typeof getStructure>['CountsToday']

function Plan({ plan, today }: { plan: Structure; today: Today }) {
  const t = useT()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'edit' | 'add' | number>()
  return (
    <Stack>
      <RecordHead
        actions={
          <>
            <HistoryButton area="points" subject="PointStructure" id={plan.StructureId} name={plan.Name} />
            <Switch plan={plan} />
            <Button
              icon={<FlaskConicalIcon aria-hidden />}
              onClick={() => void navigate(`${structurePath({ StructureId: plan.StructureId })}/simulate`)}
            >
              {t('points:screens.simulate')}
            </Button>
            <Button icon={<PencilIcon aria-hidden />} onClick={() => setDialog('edit')}>
              {t('kit:verbs.edit')}
            </Button>
          </>
        }
      />
      <Card label={plan.Name}>
        <RecordFacts
          area="points"
          of={Structure}
          record={plan}
          fields={[
            { field: 'Code', copy: true },
            'Status',
            { field: 'CardCategoryCode', render: (of) => of.CardCategoryCode ?? t('points:rules.allCategories') },
            { field: 'MemberType', render: (of) => of.MemberType ?? t('kit:search.all') },
            'NamedOnlyYN',
            { field: 'ValidityMonths', render: (of) => of.ValidityMonths ?? t('memberships:balance.never') },
            'ExpiryRounding',
            { field: 'PendingDays', as: 'text' },
            'MinimumSpend',
            'MaxPointsPerInvoice',
            'Rounding',
            { field: 'Description', wide: true },
          ]}
        />
      </Card>
      <CountsToday
        counts={
          plan.NamedOnlyYN === 'Y'
            ? t('points:structure.countsNamed')
            : today.Categories.length > 0
              ? t('points:structure.countsFor', {
                  categories: today.Categories.map(({ Name }) => Name).join(listSeparator()),
                })
              : undefined
        }
        losesTo={today.LosesTo.map(asOther)}
        winsOver={today.WinsOver.map(asOther)}
      />
      <PageSection
        title={t('points:rules.details')}
        hint={t('points:structure.detailsHint')}
        extra={
          <Button type="primary" icon={<PlusIcon aria-hidden />} onClick={() => setDialog('add')}>
            {t('points:rules.addDetail')}
          </Button>
        }
      >
        <Periods
          label={t('points:rules.details')}
          onEdit={setDialog}
          empty={{ title: t('points:rules.noDetails'), hint: t('points:structure.noDetailsHint') }}
          periods={plan.Details.map((detail) => ({
            ...detail,
            key: detail.StructureDetailId,
            description: t('points:structure.gives', { multiplier: detail.Multiplier }),
            remark: detail.Remark,
          }))}
        />
      </PageSection>
      <StructureDialogs plan={plan} dialog={dialog} onClose={() => setDialog(undefined)} />
    </Stack>
  )
}

const asOther = ({ StructureId, Name, Categories }: Today['LosesTo'][number]) => ({
  key: StructureId,
  name: Name,
  link: structurePath({ StructureId }),
  where: Categories.join(listSeparator()),
})

function Switch({ plan: { StructureId, Version, EnabledYN, Name } }: { plan: Structure }) {
  const t = useT()
  const on = EnabledYN === 'Y'
  const change = useCall(updateStructure, {
    done: on ? 'points:structure.deleted' : 'points:structure.updated',
    failed: 'points:structure.failed',
  })
  return (
    <ConfirmAction
      label={t(on ? 'points:rules.switchOff' : 'kit:verbs.activate')}
      title={t(on ? 'points:structure.offQuestion' : 'points:structure.onQuestion', { name: Name })}
      run={() => change.mutateAsync({ StructureId, Version, Status: on ? 'Inactive' : 'Active' })}
    />
  )
}
