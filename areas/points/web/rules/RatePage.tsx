import { useState } from 'react'
import { useParams } from 'react-router'
import type { Reply } from '#kit/contract/endpoint.ts'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { getCurrency, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRegisterOpenRecord } from '#kit/web/screen.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { addPointRateDetail, getPointRate, Rate, updatePointRate, updatePointRateDetail } from '../../contract.ts'
import { ratePath } from '../../paths.ts'
import { RateExample } from './Example.tsx'
import { RateVersionActions } from './RateVersionActions.tsx'
import { DatedRuleView } from './RuleView.tsx'
import { calculateRateExample, formatMoneyWithCurrency } from './sentence.ts'
import { useRateNameFormatter } from './useRateName.ts'

/** Page of one rate and its periods. */
export function RatePage() {
  const { RateId } = useParams()
  const nameOf = useRateNameFormatter()
  const { data, error, refetch } = useRead(getPointRate, { RateId: Number(RateId) })
  useRegisterOpenRecord(data && nameOf(data))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return <LoadedRate rate={data} />
}

function LoadedRate({ rate }: { rate: Reply<typeof getPointRate> }) {
  const t = useT()
  const { RateId, Version, CountsToday } = rate
  const nameOf = useRateNameFormatter()
  const brands = CountsToday.Brands.join(listSeparator())
  const [values, setValues] = useState<Record<string, unknown>>({})
  const change = useCall(updatePointRate, { done: 'points:rate.saved', failed: 'points:rate.failed' })
  const describe = (amount: string, points: string) => {
    const example = calculateRateExample(amount, points)
    const rule = t('points:explain.rate', { amount: formatMoneyWithCurrency(amount), points })
    return example ? `${rule} · ${t('points:rules.example', example)}` : rule
  }
  return (
    <DatedRuleView
      kind="rate"
      id={RateId}
      name={nameOf(rate)}
      path={ratePath({ RateId })}
      isOn={rate.Status === 'Active'}
      setStatus={(Status) => change.mutateAsync({ RateId, Version, Status })}
      facts={
        <>
          <RecordFacts
            area="points"
            of={Rate}
            record={rate}
            fields={['Brand', 'ObjectType', 'ObjectValue', 'Status']}
          />
          {rate.Brand === 'All' && <Muted as="p">{t('points:rate.later')}</Muted>}
        </>
      }
      counts={{
        counts:
          CountsToday.OtherBrandsYN === 'Y'
            ? t(brands ? 'points:rate.countsForMore' : 'points:rate.countsForOthers', { brands })
            : brands
              ? t('points:rate.countsFor', { brands })
              : undefined,
        losesTo: CountsToday.LosesTo.map((other) => ({
          key: other.RateId,
          name: nameOf(other),
          link: ratePath({ RateId: other.RateId }),
        })),
      }}
      periods={rate.Details.map((detail) => ({
        ...detail,
        key: detail.RateDetailId,
        description: describe(detail.Amount, detail.PointRate),
        actions: <RateVersionActions detail={detail} />,
      }))}
      form={{
        add: { call: addPointRateDetail, fixed: { RateId }, done: 'points:rate.detailAdded' },
        update: { call: updatePointRateDetail, done: 'points:rate.detailUpdated' },
        columns: 2,
        onValues: setValues,
        children: <RateExample amount={values.Amount} pointRate={values.PointRate} />,
        fields: (locked, end) => [
          { name: 'Amount', prefix: getCurrency(), locked },
          { name: 'PointRate', suffix: t('points:rules.points'), locked },
          { name: 'EffectiveFrom', locked },
          { name: 'EffectiveTo', help: end },
        ],
      }}
    />
  )
}
