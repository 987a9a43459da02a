import { LockOutlined } from '@ant-design/icons'
import { Input, Radio, Tooltip } from 'antd'
import { useId } from 'react'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { type DateRange, DateRangeField } from '#kit/web/DateRangeField.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { datesOf, type Shown, spanOf, spans } from './span.ts'

type Props = { shown: Shown; onShow: (more: Partial<Shown>) => void; onRange: (range: DateRange) => void }

/** Outlet and dates of everything below. */
export function Filters({ shown, onShow, onRange }: Props) {
  const t = useT()
  const id = useId()
  return (
    <search className="dashboard-filters" aria-label={t('dashboard:filters.title')}>
      <OutletFilter id={`${id}-outlet`} value={shown.OutletCode} onChange={(OutletCode) => onShow({ OutletCode })} />
      <Radio.Group
        optionType="button"
        aria-label={t('dashboard:filters.span')}
        value={spanOf(shown) ?? null}
        onChange={({ target }) => onShow(datesOf(target.value))}
        options={spans.map((span) => ({ value: span, label: t(`dashboard:span.${span}`) }))}
      />
      <div className="dashboard-range">
        <label htmlFor={`${id}-dates`} className="carat-unseen">
          {t('dashboard:filters.dates')}
        </label>
        <DateRangeField
          id={`${id}-dates`}
          allowClear={false}
          value={{ from: shown.DateFrom, until: shown.DateTo }}
          onChange={onRange}
        />
      </div>
    </search>
  )
}

type OutletProps = { id: string; value: string | undefined; onChange: (code: string | undefined) => void }

/** Everybody but head office is locked to their own outlet; the server holds to that too. */
function OutletFilter({ id, value, onChange }: OutletProps) {
  const t = useT()
  const { isHQ, user } = useSession()
  return (
    <div className="dashboard-outlet">
      <label htmlFor={id} className="carat-unseen">
        {t('dashboard:filters.outlet')}
      </label>
      {isHQ ? (
        <ChoiceSelect
          id={id}
          area="dashboard"
          field="OutletCode"
          choices="outlet"
          allowClear
          placeholder={t('dashboard:filters.allOutlets')}
          value={value ?? null}
          onChange={(code) => onChange((code as string | null) ?? undefined)}
        />
      ) : (
        <Tooltip title={t('kit:search.ownOutlet')}>
          <Input
            id={id}
            readOnly
            value={user.building?.name ?? ''}
            prefix={<LockOutlined aria-hidden />}
            aria-description={t('kit:search.ownOutlet')}
          />
        </Tooltip>
      )}
    </div>
  )
}
