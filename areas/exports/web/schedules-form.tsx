import { call } from '#kit/web/call.ts'
import type { FieldSpec } from '#kit/web/form/fields.ts'
import { listScheduleRecipients, SchedulePeriod } from '../contract/schedules.ts'
import { CronField } from './CronField.tsx'

/** Fields of the forms that add and edit a scheduled report. */
type Field = 'Title' | 'Period' | 'Cron' | 'Format' | 'Recipients'
type FormOptions = { path: string; dated: boolean }

/** The form fields of a scheduled report: name, days, time, format and recipients. */
export const createScheduleFields = ({ path, dated }: FormOptions): (Field | FieldSpec<Field>)[] => [
  { name: 'Title', label: 'exports:fields.Subject' },
  ...(dated ? [{ name: 'Period' as const, choices: SchedulePeriod.options, help: 'exports:periodHelp' as const }] : []),
  { name: 'Cron', control: (props) => <CronField {...props} /> },
  'Format',
  {
    name: 'Recipients',
    help: 'exports:recipientsHelp',
    choices: async () => {
      const { rows } = await call(listScheduleRecipients, { Path: path })
      return rows.map(({ Username, Name, OutletCode }) => ({
        value: Username,
        label: Name,
        hint: OutletCode ?? undefined,
      }))
    },
  },
]

/** The default times of a schedule: Mondays at 8:00. */
export const DEFAULT_SCHEDULE_CRON = '0 8 * * 1'
