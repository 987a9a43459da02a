import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { filterText, Id, Instant, PersonName, text, Version, YN } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { addExport, ExportFormat, exportAccess } from '../contract.ts'

// Scheduled reports are exports at set times, sent by e-mail. Each recipient gets the rows that the recipient may see.

export const SCHEDULE_RECIPIENTS_MAX = 50
export const EXPORT_SCHEDULES_MAX = 50

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
    'Paused by the system: its owner can no longer open or export this report',
  ),
  gone: refusal(409, 'exports.schedule_gone', 'Paused by the system: this report no longer exists'),
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

/** Cron expression (minute, hour, day, month, weekday) in the business time zone; at most once an hour. */
const Cron = z
  .string()
  .trim()
  .max(60, 'The maximum length is 60')
  .regex(
    /^[0-5]?\d [\d*,/-]+ [\d*,/L-]+ [\d*,/-]+ [\d*,/-]+$/,
    'Choose when the report is sent: a time that exists, at most once an hour',
  )

const Recipients = z.array(text(100)).min(1, 'Choose who receives the report').max(SCHEDULE_RECIPIENTS_MAX)

export const Schedule = z.strictObject({
  ScheduleId: Id,
  Title: z.string(),
  Path: z.string(),
  Format: ExportFormat,
  Period: SchedulePeriod.nullable(),
  Cron: z.string(),
  /** Usernames of the recipients. */
  Recipients: z.array(z.string()),
  /** Display names of the recipients. */
  Names: z.array(PersonName),
  Status: ScheduleStatus,
  NextRunAt: Instant.nullable(),
  LastRunAt: Instant.nullable(),
  /** The reason why the system paused the schedule; null if the system has not paused the schedule. */
  Message: z.string().nullable(),
  MessageCode: z.string().nullable(),
  /** Y if the next run is due. */
  DueYN: YN,
  Version,
})
export type Schedule = z.infer<typeof Schedule>

const scheduleKey = { ScheduleId: Id }
const ownSchedule = namedRows(row('schedule', 'ScheduleId', 'own account'))
const about = ['schedule'] as const
const { Path, Title, Input, Columns, Totals, Filters, Format, Language } = addExport.body.shape

export const addSchedule = change({
  path: '/exports/schedules/add',
  access: exportAccess,
  status: 201,
  idempotent: true,
  scope: unnamedRows('own account'),
  about,
  summary: 'Schedules a list to be sent by e-mail to users who may open it',
  body: z.strictObject({
    Path,
    Title,
    Input,
    Columns,
    Totals,
    Filters,
    Language,
    Format,
    /** Names of the filters for the first and last day of the report. Each run sets both days from Period. */
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
  access: exportAccess,
  scope: ownSchedule,
  about,
  summary: 'Changes the title, days, times, format and recipients of a scheduled report',
  body: z.strictObject({
    ...scheduleKey,
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
  access: exportAccess,
  scope: unnamedRows('own account'),
  about,
  summary: 'Lists the caller’s own scheduled reports',
  body: pageQuery({ Title: filterText, Status: ScheduleStatus }, { rows: 20, sort: ['Title', 'NextRunAt'] }),
  reply: pageReply(Schedule),
})

export const pauseSchedule = change({
  path: '/exports/schedules/pause',
  access: exportAccess,
  scope: ownSchedule,
  about,
  summary: 'Pauses a scheduled report until it is resumed',
  body: z.strictObject(scheduleKey),
  reply: Schedule,
})

export const resumeSchedule = change({
  path: '/exports/schedules/resume',
  access: exportAccess,
  scope: ownSchedule,
  about,
  summary: 'Resumes a paused report from its next scheduled time',
  body: z.strictObject(scheduleKey),
  reply: Schedule,
})

export const sendScheduleNow = change({
  path: '/exports/schedules/send-now',
  access: exportAccess,
  idempotent: true,
  scope: ownSchedule,
  about,
  summary: 'Sends a scheduled report immediately to all its recipients',
  body: z.strictObject(scheduleKey),
  reply: Schedule,
})

export const deleteSchedule = change({
  path: '/exports/schedules/delete',
  access: exportAccess,
  scope: ownSchedule,
  about,
  summary: 'Deletes a scheduled report',
  body: z.strictObject(scheduleKey),
  reply: z.strictObject(scheduleKey),
})

export const restoreSchedule = change({
  path: '/exports/schedules/restore',
  access: exportAccess,
  scope: ownSchedule,
  about,
  summary: 'Restores a deleted scheduled report',
  body: z.strictObject(scheduleKey),
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

export const listScheduleSends = read({
  path: '/exports/schedules/sends/find-all',
  access: exportAccess,
  scope: ownSchedule,
  about: ['schedule', 'export'],
  summary: 'Lists the results of a scheduled report’s runs, latest first',
  body: z.strictObject({
    ...scheduleKey,
    ...pageQuery({ Outcome: SendOutcome }, { rows: 20, sort: ['DueAt', 'Name'], direction: 'DESC' }).shape,
  }),
  reply: pageReply(ScheduleSend),
})

export const listScheduleRecipients = read({
  path: '/exports/schedules/recipients/find-all',
  access: exportAccess,
  scope: unnamedRows('own account'),
  about: ['user'],
  summary: 'Lists the users who may receive a list by e-mail: with its role, the privilege Export Data and an address',
  body: z.strictObject({ Path }),
  reply: pageReply(z.strictObject({ Username: z.string(), Name: z.string(), OutletCode: z.string().nullable() })),
})
