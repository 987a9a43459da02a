import { call } from '#kit/web/call.ts'
import type { FieldSpec } from '#kit/web/form/fields.ts'
import { listRecipients, SchedulePeriod } from '../contract/schedules.ts'
import { CronField } from './CronField.tsx'

/** What both forms ask. */
type Field = 'Title' | 'Period' | 'Cron' | 'Format' | 'Recipients'
type Asked = { path: string; dated: boolean }

/** What is asked about a scheduled report: what it is called, its days, when, as what, to whom. */
export const scheduleFields = ({ path, dated }: Asked): (Field | FieldSpec<Field>)[] => [
  { name: 'Title', label: 'exports:fields.Subject' },
  ...(dated ? [{ name: 'Period' as const, choices: SchedulePeriod.options, help: 'exports:periodHelp' as const }] : []),
  { name: 'Cron', control: (props) => <CronField {...props} /> },
  'Format',
  {
    name: 'Recipients',
    help: 'exports:recipientsHelp',
    choices: async () => {
      const { rows } = await call(listRecipients, { Path: path })
      return rows.map(({ Username, Name, OutletCode }) => ({
        value: Username,
        label: Name,
        hint: OutletCode ?? undefined,
      }))
    },
  },
]

/** Each Monday at eight. */
export const CRON_USUAL = '0 8 * * 1'
