import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { getCurrency } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Stack } from '#kit/web/Layout.tsx'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRegisterOpenRecord } from '#kit/web/screen.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  getPointRate,
  getPointStructure,
  requestPointRateSimulation,
  requestPointStructureSimulation,
} from '../../contract.ts'
import { RateExample } from './Example.tsx'
import { SimulationView } from './SimulationView.tsx'
import { useRateNameFormatter } from './useRateName.ts'

const MONTHS = 12

/** Reads the id of the visible simulation from the URL, so that a reloaded page still waits for the result. */
function useSelected() {
  const [address, setAddress] = useSearchParams()
  const visible = Number(address.get('simulation')) || undefined
  return { shown: visible, show: (SimulationId: number) => setAddress({ simulation: `${SimulationId}` }) }
}

/** Page that previews the points that a structure would have given for past sales, before it applies. */
export function SimulateStructurePage() {
  const t = useT()
  const StructureId = Number(useParams().StructureId)
  const { data, error, refetch } = useRead(getPointStructure, { StructureId })
  const { shown: visible, show } = useSelected()
  useRegisterOpenRecord(data?.Name)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  const detail = data.Details.find(({ Status }) => Status === 'Inactive') ?? data.Details.at(-1)
  return (
    <Stack>
      <Card title={t('points:simulation.of', { name: data.Name })}>
        <Muted as="p">{t('points:simulation.structureHint')}</Muted>
        <RecordForm
          area="points"
          call={requestPointStructureSimulation}
          columns={2}
          initial={{
            Multiplier: detail?.Multiplier ?? '1.00',
            MinimumSpend: data.MinimumSpend,
            MaxPointsPerInvoice: data.MaxPointsPerInvoice,
            Rounding: data.Rounding,
            Months: MONTHS,
          }}
          fixed={{ StructureId }}
          fields={[
            { name: 'Multiplier', suffix: '×' },
            { name: 'MinimumSpend', prefix: getCurrency() },
            { name: 'MaxPointsPerInvoice', kind: 'points', help: 'points:structure.maxHelp' },
            'Rounding',
            { name: 'Months', help: 'points:simulation.monthsHelp' },
          ]}
          submit="points:simulation.run"
          failed="points:simulation.failed"
          onDone={({ SimulationId }) => show(SimulationId)}
        />
      </Card>
      {visible && <SimulationView key={visible} SimulationId={visible} />}
    </Stack>
  )
}

/** Page that previews the points that a rate would have given for past sales, before it applies. */
export function SimulateRatePage() {
  const t = useT()
  const nameOf = useRateNameFormatter()
  const RateId = Number(useParams().RateId)
  const { data, error, refetch } = useRead(getPointRate, { RateId })
  const { shown: visible, show } = useSelected()
  const [tested, setTested] = useState<Record<string, unknown>>({})
  const name = data && nameOf(data)
  useRegisterOpenRecord(name)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || !name) return <LoadingState />
  const detail = data.Details.find(({ Status }) => Status === 'Inactive') ?? data.Details.at(-1)
  return (
    <Stack>
      <Card title={t('points:simulation.of', { name })}>
        <Muted as="p">{t('points:simulation.rateHint')}</Muted>
        <RecordForm
          area="points"
          call={requestPointRateSimulation}
          columns={2}
          onValues={setTested}
          initial={{ Amount: detail?.Amount ?? '10.00', PointRate: detail?.PointRate ?? '1.00', Months: MONTHS }}
          fixed={{ RateId }}
          fields={[
            { name: 'Amount', prefix: getCurrency() },
            { name: 'PointRate', suffix: t('points:rules.points') },
            { name: 'Months', help: 'points:simulation.monthsHelp' },
          ]}
          submit="points:simulation.run"
          failed="points:simulation.failed"
          onDone={({ SimulationId }) => show(SimulationId)}
        />
        <RateExample amount={tested.Amount ?? detail?.Amount} pointRate={tested.PointRate ?? detail?.PointRate} />
      </Card>
      {visible && <SimulationView key={visible} SimulationId={visible} />}
    </Stack>
  )
}
