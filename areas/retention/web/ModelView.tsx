import { Button } from 'antd'
import { RefreshCwIcon } from 'lucide-react'
import { formatDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, PlainTable, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { CAME_BACK_MIN, getRetentionFit, type RetentionFit, refitRetention } from '../contract.ts'

/** What the chances rest on, and how well a fit on earlier purchases told those of the last year. */
export function ModelView() {
  const t = useT()
  const { data, error, refetch } = useRead(getRetentionFit, {})
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  const { Fit } = data
  if (!Fit)
    return <EmptyState title={t('retention:model.none')} hint={t('retention:model.noneHint')} action={<Refit />} />
  const count = (number: number) => number.toLocaleString('en')
  return (
    <Stack>
      <Card title={t('retention:shows.model')} extra={<Refit />}>
        <p>
          {Fit.Status === 'Fitted'
            ? t('retention:model.fitted', {
                customers: count(Fit.Customers),
                cameBack: count(Fit.CameBack),
                asOf: formatDate(Fit.AsOf),
              })
            : Fit.Status === 'Too few'
              ? t('retention:model.tooFew', { cameBack: Fit.CameBack, least: CAME_BACK_MIN })
              : t('retention:model.noFit')}
        </p>
        {Fit.Calibration ? (
          <Calibration calibration={Fit.Calibration} />
        ) : (
          Fit.Parameters && <p>{t('retention:model.noYear')}</p>
        )}
        <Muted as="p">{t('retention:model.about')}</Muted>
      </Card>
      {Fit.Parameters && (
        <Card title={t('retention:model.parameters')}>
          <PlainTable label={t('retention:model.parameters')} figures>
            <tbody>
              {Object.entries(Fit.Parameters).map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{value.toPrecision(4)}</td>
                </tr>
              ))}
            </tbody>
          </PlainTable>
        </Card>
      )}
    </Stack>
  )
}

function Calibration({ calibration }: { calibration: NonNullable<RetentionFit['Calibration']> }) {
  const t = useT()
  const { field } = useLabels('retention')
  const { Until, Rows, ExpectedInAll, CameInAll } = calibration
  return (
    <>
      <p>
        <strong>
          {t('retention:model.lede', {
            until: formatDate(Until),
            expected: Math.round(Number(ExpectedInAll)).toLocaleString('en'),
            came: CameInAll.toLocaleString('en'),
          })}
        </strong>
      </p>
      <PlainTable label={t('retention:model.table')} figures>
        <thead>
          <tr>
            {(['Repeats', 'Customers', 'Expected', 'Came'] as const).map((name) => (
              <th key={name} scope="col">
                {field(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Rows.map(({ Repeats, OrMoreYN, Customers, Expected, Came }) => (
            <tr key={Repeats}>
              <th scope="row">{OrMoreYN === 'Y' ? t('retention:model.orMore', { count: Repeats }) : Repeats}</th>
              <td>{Customers.toLocaleString('en')}</td>
              <td>{Number(Expected).toFixed(2)}</td>
              <td>{Number(Came).toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </>
  )
}

function Refit() {
  const t = useT()
  const { has } = useSession()
  const refit = useCall(refitRetention, { done: 'retention:model.requested', failed: 'retention:model.refitFailed' })
  if (!has('Settings')) return null
  return (
    <Button icon={<RefreshCwIcon aria-hidden />} loading={refit.isPending} onClick={() => refit.mutate({})}>
      {t('retention:model.refit')}
    </Button>
  )
}
