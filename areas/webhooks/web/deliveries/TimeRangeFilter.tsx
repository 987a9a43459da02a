import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { InstantField } from '#kit/web/DateInput.tsx'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import type { FilterControl } from '#kit/web/ResourceTable.tsx'
import { useIsPhone } from '#kit/web/useMedia.ts'

const SENT_TIME = 'YYYY-MM-DDTHH:mm:ss'

/** Filters the log by a range of times in the business time zone. */
export function TimeRangeFilter({ filters, searchFor }: FilterControl) {
  const t = useT()
  const labels = useLabels('webhooks')
  const phone = useIsPhone()
  const { FromTime, ToTime, ...others } = filters
  const change = (from: string | null | undefined, until: string | null | undefined) =>
    searchFor({ ...others, ...(from && { FromTime: from }), ...(until && { ToTime: until }) })
  if (phone) {
    return (
      <Row tight className="webhooks-times">
        <InstantField
          aria-label={labels.field('FromTime')}
          placeholder={labels.field('FromTime')}
          value={FromTime ?? null}
          onChange={(from) => change(from, ToTime)}
        />
        <InstantField
          aria-label={labels.field('ToTime')}
          placeholder={labels.field('ToTime')}
          value={ToTime ?? null}
          onChange={(until) => change(FromTime, until)}
        />
      </Row>
    )
  }
  const now = dayjs(formatInstant(new Date()), 'DD/MM/YYYY hh:mm:ss A')
  return (
    <DatePicker.RangePicker
      aria-label={t('webhooks:delivery.time')}
      showTime={{ format: 'hh:mm A' }}
      format={['DD/MM/YYYY hh:mm A', 'DD/MM/YYYY HH:mm', 'DD/MM/YYYY']}
      placeholder={[labels.field('FromTime'), labels.field('ToTime')]}
      allowEmpty={[true, true]}
      presets={[
        { label: t('webhooks:delivery.lastHour'), value: [now.subtract(1, 'hour'), null] },
        { label: t('webhooks:delivery.lastDay'), value: [now.subtract(1, 'day'), null] },
        { label: t('webhooks:delivery.lastWeek'), value: [now.subtract(7, 'day'), null] },
      ]}
      value={[toTime(FromTime), toTime(ToTime)]}
      onChange={(range) => change(range?.[0]?.format(SENT_TIME), range?.[1]?.format(SENT_TIME))}
    />
  )
}

const toTime = (value: string | undefined): Dayjs | null => (value ? dayjs(value, SENT_TIME) : null)
