import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { filterText, Id, Instant, PersonName, text, Version, YN } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { access, addExport, ExportFormat } from '../contract.ts'

// REPORTS BY E-MAIL: an export that makes itself on the days that it is asked for, in the rights of the person who reads it.

export const RECIPIENTS_MAX = 50
export const SCHEDULES_MAX = 50

export const scheduleRefusals = {
  notFound: refusal(404, 'exports.schedule_not_found', 'Record not found'),
  badTime: refusal(
    400,
    'exports.bad_schedule_time',
    'Choose when the report is sent: a time that exists, at most once an hour',
  ),
  noDays: refusal(400, 'exports.no_days', 'Choose the days that the report is about'),
  noSuchPerson: refusal(
    409,
    'exports.no_such_recipient',
    '{Username} cannot receive this report. The role of the report, the privilege Export Data and an e-mail address are required',
  ),
  tooMany: refusal(409, 'exports.too_many_schedules', 'You have {Count} scheduled reports. Delete one first'),
  paused: refusal(409, 'exports.schedule_paused', 'The scheduled report is paused. Resume it first'),
  notDeleted: refusal(409, 'exports.schedule_not_deleted', 'The scheduled report has not been deleted'),
  ownerWithout: refusal(
    409,
    'exports.schedule_owner',
    'Paused by the system: its owner cannot open or export this report any more',
  ),
  gone: refusal(409, 'exports.schedule_gone', 'Paused by the system: this report does not exist any more'),
}

export const SchedulePeriod = z.enum([
  'Yesterday',
  'Last 7 Days',
  'Last 30 Days',
  'This Month',
  'Last Month',
  'This Year',
  'Last 12 Months',
])
export type SchedulePeriod = z.infer<typeof SchedulePeriod>
export const ScheduleStatus = z.enum(['Active', 'Paused'])
export type ScheduleStatus = z.infer<typeof ScheduleStatus>
export const SendOutcome = z.enum(['Preparing', 'Queued', 'Sent', 'No Access', 'No Address', 'Failed'])

/** Minute, hour, day, month, day of the week, by the clock of the business; once an hour at most. */
const Cron = z
  .string()
  .trim()
  .max(60, 'The maximum length is 60')
  .regex(
    /^[0-5]?\d [\d*,/-]+ [\d*,/L-]+ [\d*,/-]+ [\d*,/-]+$/,
    'Choose when the report is sent: a time that exists, at most once an hour',
  )

const Recipients = z.array(text(100)).min(1, 'Choose who receives the report').max(RECIPIENTS_MAX)

export const Schedule = z.strictObject({
  ScheduleId: Id,
  Title: z.string(),
  Path: z.string(),
  Format: ExportFormat,
  Period: SchedulePeriod.nullable(),
  Cron: z.string(),
  /** The usernames of those who receive it. */
  Recipients: z.array(z.string()),
  /** How they are called. */
  Names: z.array(PersonName),
  Status: ScheduleStatus,
  NextRunAt: Instant.nullable(),
  LastRunAt: Instant.nullable(),
  /** Why the program paused it. */
  Message: z.string().nullable(),
  MessageCode: z.string().nullable(),
  /** Y: the next run is about to begin. */
  DueYN: YN,
  Version,
})
export type Schedule = z.infer<typeof Schedule>

const one = { ScheduleId: Id }
const own = rows(row('schedule', 'ScheduleId', 'own account'))
const about = ['schedule'] as const
const { Path, Title, Input, Columns, Totals, Filters, Format, Language } = addExport.body.shape

export const addSchedule = change({
  path: '/exports/schedules/add',
  access,
  status: 201,
  idempotent: true,
  scope: noRow('own account'),
  about,
  summary: 'Has a list sent by e-mail at set times, to people who may open it',
  body: z.strictObject({
    Path,
    Title,
    Input,
    Columns,
    Totals,
    Filters,
    Language,
    Format,
    /** The filters that begin and end its days, and the days that they are set to with each run. */
    FirstDayField: text(100).optional(),
    LastDayField: text(100).optional(),
    Period: SchedulePeriod.optional(),
    Cron,
    Recipients,
  }),
  reply: Schedule,
})

export const updateSchedule = change({
  path: '/exports/schedules/update',
  access,
  scope: own,
  about,
  summary: 'Changes what a scheduled report is called, its days, times, file and recipients',
  body: z.strictObject({
    ...one,
    Version,
    Title: text(200),
    Format: ExportFormat,
    Period: SchedulePeriod.optional(),
    Cron,
    Recipients,
  }),
  reply: Schedule,
})

export const listSchedules = read({
  path: '/exports/schedules/find-all',
  access,
  scope: noRow('own account'),
  about,
  summary: 'One’s own scheduled reports',
  body: pageQuery({ Title: filterText, Status: ScheduleStatus }, { rows: 20, sort: ['Title', 'NextRunAt'] }),
  reply: pageOf(Schedule),
})

export const pauseSchedule = change({
  path: '/exports/schedules/pause',
  access,
  scope: own,
  about,
  summary: 'Stops a scheduled report until it is resumed',
  body: z.strictObject(one),
  reply: Schedule,
})

export const resumeSchedule = change({
  path: '/exports/schedules/resume',
  access,
  scope: own,
  about,
  summary: 'Sends a paused report again, from its next time on',
  body: z.strictObject(one),
  reply: Schedule,
})

export const sendNow = change({
  path: '/exports/schedules/send-now',
  access,
  idempotent: true,
  scope: own,
  about,
  summary: 'Sends a scheduled report once, at once, to all of its recipients',
  body: z.strictObject(one),
  reply: Schedule,
})

export const deleteSchedule = change({
  path: '/exports/schedules/delete',
  access,
  scope: own,
  about,
  summary: 'Ends a scheduled report',
  body: z.strictObject(one),
  reply: z.strictObject(one),
})

export const restoreSchedule = change({
  path: '/exports/schedules/restore',
  access,
  scope: own,
  about,
  summary: 'Takes the delete of a scheduled report back',
  body: z.strictObject(one),
  reply: Schedule,
})

export const ScheduleSend = z.strictObject({
  SendId: Id,
  DueAt: Instant,
  Name: PersonName,
  Outcome: SendOutcome,
  RowsDone: z.int().nullable(),
  SentAt: Instant.nullable(),
  Message: z.string().nullable(),
  MessageCode: z.string().nullable(),
})
export type ScheduleSend = z.infer<typeof ScheduleSend>

export const listSends = read({
  path: '/exports/schedules/sends/find-all',
  access,
  scope: own,
  about: ['schedule', 'export'],
  summary: 'What became of the runs of a scheduled report, the latest first',
  body: z.strictObject({
    ...one,
    ...pageQuery({ Outcome: SendOutcome }, { rows: 20, sort: ['DueAt', 'Name'], direction: 'DESC' }).shape,
  }),
  reply: pageOf(ScheduleSend),
})

export const listRecipients = read({
  path: '/exports/schedules/recipients/find-all',
  access,
  scope: noRow('own account'),
  about: ['user'],
  summary: 'Who may receive a list by e-mail: people with its role, the privilege Export Data and an address',
  body: z.strictObject({ Path }),
  reply: pageOf(z.strictObject({ Username: z.string(), Name: z.string(), OutletCode: z.string().nullable() })),
})
