import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { RequestBody } from '#kit/contract/endpoint.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { currentLanguage, useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { useSession } from '#kit/web/session.ts'
import type { ListExportInfo } from '#kit/web/table/export-info.ts'
import { useRead } from '#kit/web/useRead.ts'
import { addSchedule, listScheduleRecipients } from '../contract/schedules.ts'
import { schedulesPath } from '../paths.ts'
import { createScheduleFields, DEFAULT_SCHEDULE_CRON } from './schedules-form.tsx'
import { describeExportFilters, listExportTotals, toExportColumns } from './words.ts'

/** The dialog that schedules the current list as a report by e-mail with relative days. */
export function ScheduleDialog({ info, onClose }: { info: ListExportInfo; onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const labels = useLabels(info.area)
  const { user } = useSession()
  const [fixed, setFixed] = useState<Partial<RequestBody<typeof addSchedule>>>()
  const recipients = useRead(listScheduleRecipients, { Path: info.list.path })
  const [first, last] = info.days ?? []
  useEffect(() => {
    void toExportColumns(info, labels).then((Columns) =>
      setFixed({
        Path: info.list.path,
        Input: info.input,
        Columns,
        Totals: listExportTotals(info),
        Filters: describeExportFilters(info, labels),
        Language: currentLanguage(),
        ...(first && last && { FirstDayField: first, LastDayField: last }),
      }),
    )
  }, [info, labels, first, last])
  if (!fixed || recipients.isPending) return null
  const mayReceive = recipients.data?.rows.some(({ Username }) => Username === user.username)
  return (
    <FormDialog
      area="exports"
      open
      title={t('exports:scheduleAdd', { list: info.label })}
      call={addSchedule}
      fields={createScheduleFields({ path: info.list.path, dated: first !== undefined })}
      fixed={fixed}
      initial={{
        Title: info.label,
        Cron: DEFAULT_SCHEDULE_CRON,
        Format: 'XLSX',
        ...(first && { Period: 'Last 7 Days' }),
        ...(mayReceive && { Recipients: [user.username] }),
      }}
      done="exports:scheduled"
      failed="exports:scheduleFailed"
      act={() => ({ label: t('exports:scheduleReady'), run: () => navigate(schedulesPath()) })}
      onClose={onClose}
    />
  )
}
