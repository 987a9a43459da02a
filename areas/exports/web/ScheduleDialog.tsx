import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Sent } from '#kit/contract/endpoint.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { currentLanguage, useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import type { ListExportInfo } from '#kit/web/table/export-info.ts'
import { addSchedule } from '../contract/schedules.ts'
import { schedulesPath } from '../paths.ts'
import { CRON_USUAL, scheduleFields } from './schedules-form.tsx'
import { columnsOf, filtersOf, totalsOf } from './words.ts'

/** Has what stands on the screen sent by e-mail, with days that move along. */
export function ScheduleDialog({ info, onClose }: { info: ListExportInfo; onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const labels = useLabels(info.area)
  const [fixed, setFixed] = useState<Partial<Sent<typeof addSchedule>>>()
  const [first, last] = info.days ?? []
  useEffect(() => {
    void columnsOf(info, labels).then((Columns) =>
      setFixed({
        Path: info.list.path,
        Input: info.input,
        Columns,
        Totals: totalsOf(info),
        Filters: filtersOf(info, labels),
        Language: currentLanguage(),
        ...(first && last && { FirstDayField: first, LastDayField: last }),
      }),
    )
  }, [info, labels, first, last])
  if (!fixed) return null
  return (
    <FormDialog
      area="exports"
      open
      title={t('exports:scheduleAdd', { list: info.label })}
      call={addSchedule}
      fields={scheduleFields({ path: info.list.path, dated: first !== undefined })}
      fixed={fixed}
      initial={{ Title: info.label, Cron: CRON_USUAL, Format: 'XLSX', ...(first && { Period: 'Last 7 Days' }) }}
      done="exports:scheduled"
      failed="exports:scheduleFailed"
      act={() => ({ label: t('exports:scheduleReady'), run: () => navigate(schedulesPath()) })}
      onClose={onClose}
    />
  )
}
