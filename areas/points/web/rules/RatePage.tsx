import { Button } from 'antd'
import { FlaskConicalIcon, PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Reply } from '#kit/contract/endpoint.ts'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Stack } from '#kit/web/Layout.tsx'
import { RecordHead } from '#kit/web/PageTools.tsx'
import { HistoryButton } from '#kit/web/RecordHistory.tsx'
import { Card, PageSection } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useOpenRecord } from '#kit/web/screen.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getRate, Rate, updateRate } from '../../contract.ts'
import { ratePath } from '../../paths.ts'
import { CountsToday } from './CountsToday.tsx'
import { Periods } from './Periods.tsx'
import { RateDialogs } from './RateDialogs.tsx'
import { RateVersionActions } from './RateVersionActions.tsx'
import { exampleOf, moneyText } from './sentence.ts'
import { useRateName } from './useRateName.ts'

/** One rate and its periods. */
export function RatePage() {
  const { RateId } = useParams()
  const nameOf = useRateName()
  const { data, error, refetch } = useRead(getRate, { RateId: Number(RateId) })
  useOpenRecord(data && nameOf(data))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return <Versions rate={data} name={nameOf(data)} today={data.CountsToday} />
}

type Today = Reply<typeof getRate>['CountsToday']

function Versions({ rate, name, today }: { rate: Rate; name: string; today: Today }) {
  const t = useT()
  const nameOf = useRateName()
  const brands = today.Brands.join(listSeparator())
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'add' | number>()
  const gives = (amount: string, points: string) => {
    const example = exampleOf(amount, points)
    const rule = t('points:explain.rate', { amount: moneyText(amount), points })
    return example ? `${rule} · ${t('points:rules.example', example)}` : rule
  }
  return (
    <Stack>
      <RecordHead
        actions={
          <>
            <HistoryButton area="points" subject="PointRate" id={rate.RateId} name={name} />
            <Switch rate={rate} name={name} />
            <Button
              icon={<FlaskConicalIcon aria-hidden />}
              onClick={() => void navigate(`${ratePath({ RateId: rate.RateId })}/simulate`)}
            >
              {t('points:screens.simulate')}
            </Button>
          </>
        }
      />
      <Card label={name}>
        <RecordFacts area="points" of={Rate} record={rate} fields={['Brand', 'ObjectType', 'ObjectValue', 'Status']} />
        {rate.Brand === 'All' && <Muted as="p">{t('points:rate.later')}</Muted>}
      </Card>
      <CountsToday
        counts={
          today.OtherBrandsYN === 'Y'
            ? t(brands ? 'points:rate.countsForMore' : 'points:rate.countsForOthers', { brands })
            : brands
              ? t('points:rate.countsFor', { brands })
              : undefined
        }
        losesTo={today.LosesTo.map((other) => ({
          key: other.RateId,
          name: nameOf(other),
          link: ratePath({ RateId: other.RateId }),
        }))}
      />
      <PageSection
        title={t('points:rules.details')}
        hint={t('points:rate.detailsHint')}
        extra={
          <Button type="primary" icon={<PlusIcon aria-hidden />} onClick={() => setDialog('add')}>
            {t('points:rules.addDetail')}
          </Button>
        }
      >
        <Periods
          label={t('points:rules.details')}
          onEdit={setDialog}
          empty={{ title: t('points:rules.noDetails'), hint: t('points:rate.noDetailsHint') }}
          periods={rate.Details.map((detail) => ({
            ...detail,
            key: detail.RateDetailId,
            description: gives(detail.Amount, detail.PointRate),
            actions: <RateVersionActions detail={detail} />,
          }))}
        />
      </PageSection>
      <RateDialogs rate={rate} dialog={dialog} onClose={() => setDialog(undefined)} />
    </Stack>
  )
}

function Switch({ rate: { RateId, Version, Status }, name }: { rate: Rate; name: string }) {
  const t = useT()
  const on = Status === 'Active'
  const change = useCall(updateRate, {
    done: 'points:rate.saved',
    failed: 'points:rate.failed',
  })
  return (
    <ConfirmAction
      label={t(on ? 'points:rules.switchOff' : 'kit:verbs.activate')}
      title={t(on ? 'points:rate.offQuestion' : 'points:rate.onQuestion', { name })}
      run={() => change.mutateAsync({ RateId, Version, Status: on ? 'Inactive' : 'Active' })}
    />
  )
}
