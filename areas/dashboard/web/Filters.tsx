import { LockIcon } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useChoices } from '#kit/web/choices.ts'
import type { DateRange } from '#kit/web/DateRangeField.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { useSession } from '#kit/web/session.ts'
import { datesOf, type Selection, spanOf, spans } from './span.ts'
import './dashboard.css'

// The dashboard is the first page of the day. Its filters are the browser's own controls, and the calendar is fetched by
// those who ask for other dates: together they would be a sixth of all that the first visit loads.
const DateRangeField = lazy(async () => ({ default: (await import('#kit/web/DateRangeField.tsx')).DateRangeField }))

type Props = { selection: Selection; onShow: (more: Partial<Selection>) => void; onRange: (range: DateRange) => void }

/** Outlet and dates of everything below. */
export function Filters({ selection, onShow, onRange }: Props) {
  const t = useT()
  const id = useId()
  const span = spanOf(selection)
  const [requested, setRequested] = useState(false)
  const other = requested || span === undefined
  return (
    <Row gap="m" as="search" aria-label={t('dashboard:filters.title')}>
      <OutletFilter
        id={`${id}-outlet`}
        value={selection.OutletCode}
        onChange={(OutletCode) => onShow({ OutletCode })}
      />
      <Row className="carat-pills" as="fieldset">
        <legend className="carat-unseen">{t('dashboard:filters.span')}</legend>
        {spans.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={!other && each === span}
            onClick={() => {
              setRequested(false)
              onShow(datesOf(each))
            }}
          >
            {t(`dashboard:span.${each}`)}
          </button>
        ))}
        <button type="button" aria-pressed={other} onClick={() => setRequested(true)}>
          {t('dashboard:span.other')}
        </button>
      </Row>
      {other && (
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

/** Everybody but head office is locked to their own outlet; the server holds to that too. */
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
