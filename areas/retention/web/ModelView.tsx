import { Button } from 'antd'
import { RefreshCwIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Chart } from '#kit/web/Chart.tsx'
import { formatDate, formatDecimal, formatInstant, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, PlainTable, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { notify } from '#kit/web/notify.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  FITTED_CUSTOMERS_MAX,
  getRetentionFit,
  RETURNING_CUSTOMERS_MIN,
  type RetentionFit,
  refitRetention,
} from '../contract.ts'

/** Names of the parameters: first those of the purchase model, then those of the spending model. */
const PARAMETERS = ['r', 'alpha', 'a', 'b', 'p', 'q', 'gamma'] as const
/** Formats a number with four significant digits. */
const figure = (value: number) => formatDecimal(String(Number(value.toPrecision(4))))

/** Shows the latest fit of the model: its data, calibration and parameters. */
export function RetentionModelView() {
  const t = useT()
  const { data, error, refetch } = useRead(getRetentionFit, {})
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  const { Fit } = data
  if (!Fit)
    return (
      <EmptyState
        title={t('retention:model.none')}
        hint={t('retention:model.noneHint')}
        action={<Refit fit={null} />}
      />
    )
  return (
    <Stack>
      <Card title={t('retention:shows.model')} extra={<Refit fit={Fit} />}>
        <Stack gap="m">
          <p>
            {Fit.Status === 'Fitted'
              ? t('retention:model.fitted', {
                  customers: formatPoints(Fit.Customers),
                  cameBack: formatPoints(Fit.CameBack),
                  asOf: formatDate(Fit.AsOf),
                })
              : Fit.Status === 'Too few'
                ? t('retention:model.tooFew', { cameBack: Fit.CameBack, least: RETURNING_CUSTOMERS_MIN })
                : t('retention:model.noFit')}
          </p>
          {Fit.CheckedAt !== Fit.FittedAt && (
            <Muted as="p">{t('retention:model.checked', { at: formatInstant(Fit.CheckedAt) })}</Muted>
          )}
          {Fit.Calibration ? (
            <Calibration calibration={Fit.Calibration} />
          ) : (
            Fit.Parameters && <p>{t('retention:model.noYear')}</p>
          )}
          <Muted as="p">{t('retention:model.about', { max: formatPoints(FITTED_CUSTOMERS_MAX) })}</Muted>
        </Stack>
      </Card>
      {Fit.Parameters && (
        <Card title={t('retention:model.parameters')}>
          <PlainTable label={t('retention:model.parameters')} figures>
            <tbody>
              {PARAMETERS.map((name) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{figure(Fit.Parameters![name]!)}</td>
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
  const seriesOf = (name: 'Expected' | 'Came') => ({
    name: field(name),
    points: Rows.map((row) => ({ value: Number(row[name]), text: formatDecimal(Number(row[name]).toFixed(2)) })),
  })
  return (
    <Stack gap="m">
      <p>
        <strong>
          {t('retention:model.lede', {
            until: formatDate(Until),
            expected: formatPoints(Math.round(Number(ExpectedInAll))),
            came: formatPoints(CameInAll),
          })}
        </strong>
      </p>
      <Chart
        kind="bar"
        title={t('retention:model.table')}
        by={field('Repeats')}
        labels={Rows.map(({ Repeats, OrMoreYN }) =>
          OrMoreYN === 'Y' ? t('retention:model.orMore', { count: Repeats }) : formatPoints(Repeats),
        )}
        also={[
          {
            name: field('Customers'),
            points: Rows.map(({ Customers }) => ({ value: Customers, text: formatPoints(Customers) })),
          },
        ]}
        series={[seriesOf('Expected'), seriesOf('Came')]}
        figure={(value) => formatDecimal(String(Number(value.toFixed(2))))}
      />
    </Stack>
  )
}

const POLL_MS = 2_000
/** Time after which the page stops waiting for a fit; a fit usually takes about ten seconds. */
const POLLS_MAX = 200

/** Starts a fit, asks the server until the fit has finished, and tells the user whether the fit is new. */
function Refit({ fit }: { fit: RetentionFit | null }) {
  const t = useT()
  const { has } = useSession()
  const [request, setRequest] = useState<{ before: RetentionFit | null }>()
  const refit = useCall(refitRetention, {
    done: 'retention:model.requested',
    failed: 'retention:model.refitFailed',
    onDone: () => setRequest({ before: fit }),
  })
  const done = request !== undefined && fit !== null && fit.CheckedAt !== request.before?.CheckedAt
  const isUnchanged = fit?.FittedAt === request?.before?.FittedAt
  const isWaiting = request !== undefined && !done
  useRead(
    getRetentionFit,
    {},
    { refetchInterval: ({ state }) => (isWaiting && state.dataUpdateCount < POLLS_MAX ? POLL_MS : false) },
  )
  useEffect(() => {
    if (done) notify.info(t(isUnchanged ? 'retention:model.unchanged' : 'retention:model.refitted'))
  }, [done, isUnchanged, t])
  if (!has('Settings')) return null
  return (
    <Button
      icon={<RefreshCwIcon aria-hidden />}
      loading={refit.isPending || isWaiting}
      onClick={() => refit.mutate({})}
    >
      {t('retention:model.refit')}
    </Button>
  )
}
