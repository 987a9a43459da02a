import { LockIcon } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useChoices } from '#kit/web/choices.ts'
import type { DateRange } from '#kit/web/DateRangeField.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { useSession } from '#kit/web/session.ts'
import { type DashboardSelection, dashboardPeriods, datesOfPreset, findPresetOfDates } from './span.ts'
import './dashboard.css'

// The filters are native controls, because the dashboard is usually the first page and must load quickly.
// The calendar is loaded only for custom dates, because it would be a sixth of the initial load.
const DateRangeField = lazy(async () => ({ default: (await import('#kit/web/DateRangeField.tsx')).DateRangeField }))

type Props = {
  selection: DashboardSelection
  onShow: (more: Partial<DashboardSelection>) => void
  onRange: (range: DateRange) => void
}

/** The outlet and date filters of the dashboard. */
export function DashboardFilters({ selection, onShow, onRange }: Props) {
  const t = useT()
  const id = useId()
  const span = findPresetOfDates(selection)
  const [isRangeOpen, setRangeOpen] = useState(false)
  const isOtherRange = isRangeOpen || span === undefined
  return (
    <Row gap="m" as="search" aria-label={t('dashboard:filters.title')}>
      <OutletFilter
        id={`${id}-outlet`}
        value={selection.OutletCode}
        onChange={(OutletCode) => onShow({ OutletCode })}
      />
      <Row className="carat-pills" as="fieldset">
        <legend className="carat-unseen">{t('dashboard:filters.span')}</legend>
        {dashboardPeriods.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={!isOtherRange && preset === span}
            onClick={() => {
              setRangeOpen(false)
              onShow(datesOfPreset(preset))
            }}
          >
            {t(`dashboard:span.${preset}`)}
          </button>
        ))}
        <button type="button" aria-pressed={isOtherRange} onClick={() => setRangeOpen(true)}>
          {t('dashboard:span.other')}
        </button>
      </Row>
      {isOtherRange && (
        <div>
          <label htmlFor={`${id}-dates`} className="carat-unseen">
            {t('dashboard:filters.dates')}
          </label>
          <Suspense>
            <DateRangeField
              id={`${id}-dates`}
              allowClear={false}
              value={{ from: selection.DateFrom, until: selection.DateTo }}
              onChange={onRange}
            />
          </Suspense>
        </div>
      )}
    </Row>
  )
}

type OutletProps = { id: string; value: string | undefined; onChange: (code: string | undefined) => void }

/** The outlet filter. Users outside head office see their own outlet, to which the server limits them. */
function OutletFilter({ id, value, onChange }: OutletProps) {
  const t = useT()
  const { isHQ, user } = useSession()
  const { options } = useChoices(isHQ ? 'outlet' : [], 'dashboard', 'OutletCode')
  if (!isHQ)
    return (
      <Muted as="p" className="dashboard-outlet" title={t('kit:search.ownOutlet')}>
        <LockIcon aria-hidden /> {user.building?.name}
        <span className="carat-unseen">{t('kit:search.ownOutlet')}</span>
      </Muted>
    )
  return (
    <div className="dashboard-outlet">
      <label htmlFor={id} className="carat-unseen">
        {t('dashboard:filters.outlet')}
      </label>
      <select id={id} value={value ?? ''} onChange={({ target }) => onChange(target.value || undefined)}>
        <option value="">{t('dashboard:filters.allOutlets')}</option>
        {options.map(({ value: code, label }) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
