import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import { DateOnly, Id, optionalField, text, upperCaseSentence, Version, YN } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { LogContactType, LogStatus, ProgressLog } from './tasks.ts'

// A task has one progress log for each step of the work on it.

export const progressLogRefusals = {
  notFound: refusal(404, 'tasks.log_not_found', 'Record not found'),
  deleted: refusal(409, 'tasks.log_deleted', 'The progress log is deleted'),
  notDeleted: refusal(409, 'tasks.log_not_deleted', 'Only a deleted progress log can be restored'),
  written: refusal(409, 'tasks.log_written', 'What a contact has written cannot be changed'),
  othersLog: refusal(403, 'tasks.others_log', 'Only who wrote a progress log and head office can change it'),
}

export const DESCRIPTION_LENGTH_MAX = 300

/** Text of a progress log, stored in capitals as specified. */
const Description = z
  .string({ error: 'Description is required!' })
  .refine((value) => value.trim() !== '', 'Description is required!')
  .pipe(upperCaseSentence(DESCRIPTION_LENGTH_MAX))
  .meta({ maxLength: DESCRIPTION_LENGTH_MAX, uppercase: true, multiline: true })

const path = '/task/progress-logs'
const about = ['task'] as const
const byId = z.strictObject({ ProgressLogId: Id })
const named = namedRows(row('progress log', 'ProgressLogId', 'own outlet'))
const ofTask = namedRows(row('task', 'TaskId', 'own outlet'))

/** A progress log, and whether adding it moved the due date of its task. */
const SavedLog = ProgressLog.extend({ DueMovedYN: YN })

export const addProgressLog = change({
  path: `${path}/add`,
  access: 'worker',
  scope: ofTask,
  about,
  summary:
    'Adds a progress log. A follow-up date after the due date moves the due date, if the caller may; otherwise the task returns on that day',
  status: 201,
  idempotent: true,
  ignored: ignoreFields('The account that calls', 'UpdatedByStaffName'),
  body: z.strictObject({
    TaskId: Id,
    Name: optionalField(text(100)),
    ContactType: LogContactType.default('Email'),
    Description,
    /** Date of the progress log; by default today. */
    FollowUpDate: DateOnly.optional(),
    Status: LogStatus.default('Active'),
  }),
  reply: SavedLog,
})

export const listProgressLogs = read({
  path: `${path}/find-all`,
  access: 'staff',
  scope: unnamedRows('own outlet', row('task', 'Search.TaskId', 'own outlet')),
  about,
  summary: 'Lists progress logs, the newest first: of one task, or of all tasks of the caller’s outlet (HQ: all)',
  body: pageQuery(
    { TaskId: Id, Status: LogStatus, ContactType: LogContactType },
    { rows: 5, sort: ['CreatedAt', 'FollowUpDate'], direction: 'DESC', whole: true },
  ),
  reply: pageReply(ProgressLog),
})

export const getProgressLog = read({
  path: `${path}/find-one`,
  access: 'staff',
  scope: named,
  about,
  summary: 'Returns one progress log',
  body: byId,
  reply: ProgressLog,
})

export const updateProgressLog = change({
  path: `${path}/update`,
  access: 'worker',
  scope: named,
  about,
  summary: 'Changes the fields of a progress log that are sent; only its author and head office may',
  ignored: {
    ...ignoreFields('A progress log stays with its task', 'TaskId'),
    ...ignoreFields('The account that calls', 'UpdatedByStaffName'),
  },
  body: z.strictObject({
    ProgressLogId: Id,
    Version: Version.optional(),
    Name: optionalField(text(100)),
    ContactType: LogContactType.optional(),
    Description: Description.optional(),
    FollowUpDate: DateOnly.optional(),
    Status: LogStatus.optional(),
  }),
  reply: SavedLog,
})

export const deleteProgressLog = change({
  path: `${path}/delete`,
  access: 'worker',
  scope: named,
  about,
  summary: 'Marks a progress log as Deleted; only its author and head office may',
  body: byId,
  reply: ProgressLog,
})

export const restoreProgressLog = change({
  path: `${path}/restore`,
  access: 'worker',
  scope: named,
  about,
  summary: 'Undoes a delete within 30 seconds',
  body: byId,
  reply: ProgressLog,
})
