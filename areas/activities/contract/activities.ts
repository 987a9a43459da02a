import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  Id,
  Instant,
  longText,
  optionalField,
  PersonName,
  upperCaseFilter,
  upperCaseText,
  Version,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

// Activities record in free text what staff did with a customer. Sales and other records of Carat are in the timeline without an activity.

export const ACTIVITY_LOG_LENGTH_MAX = 1000
/** The maximum number of customers of one activity, such as the guests of an event. */
export const ACTIVITY_CUSTOMERS_MAX = 100

export const activityRefusals = {
  notFound: refusal(404, 'activities.not_found', 'Record not found'),
  noType: refusal(400, 'activities.no_type', 'There is no active activity type {ActivityCode}'),
  noOutlet: refusal(400, 'activities.no_outlet', 'There is no active outlet {SSOBuildingId}'),
  ownOutletOnly: refusal(403, 'activities.own_outlet_only', 'You can only write down what happened at your own outlet'),
  others: refusal(403, 'activities.others', 'Only who wrote an activity and head office can change it'),
  deleted: refusal(409, 'activities.deleted', 'The activity is deleted'),
  notDeleted: refusal(409, 'activities.not_deleted', 'Only a deleted activity can be restored'),
  undoOver: refusal(409, 'activities.undo_over', 'A delete can be undone within 30 seconds only'),
}

export const ActivityStatus = z.enum(['Active', 'Deleted'])

export const Activity = z.strictObject({
  ActivityId: Id,
  CustomerId: Id,
  FullName: PersonName,
  ActivityCode: z.string(),
  /** The current description of the activity type. */
  Description: z.string(),
  ActivityLog: z.string(),
  Status: ActivityStatus,
  SSOBuildingId: Id,
  OutletCode: z.string(),
  StaffName: PersonName.nullable(),
  CreatedById: Id.nullable(),
  CreatedAt: Instant,
  UpdatedAt: Instant,
  Version,
})
export type Activity = z.infer<typeof Activity>

const role = ['Customer', 'Update Member Listing'] as const
const ActivityLog = longText(ACTIVITY_LOG_LENGTH_MAX)

export const addActivity = change({
  path: '/customer/activities/add',
  access: { role },
  scope: namedRows(row('customer', 'CustomerId', 'looked up')),
  about: ['activity', 'customer'],
  summary: 'Records an activity with one or several customers, for all of them or for none',
  status: 201,
  idempotent: true,
  ignored: ignoreFields('A new activity is Active', 'Status'),
  body: z.strictObject({
    CustomerId: z.union([Id, z.array(Id).min(1).max(ACTIVITY_CUSTOMERS_MAX)]),
    ActivityCode: upperCaseText(20),
    ActivityLog,
    /** The default is the caller's outlet. */
    SSOBuildingId: optionalField(Id),
  }),
  reply: pageReply(Activity),
})

export const listActivities = read({
  path: '/customer/activities/find-all',
  access: { role },
  scope: unnamedRows('own outlet', row('customer', 'Search.CustomerId', 'looked up')),
  about: ['activity', 'customer'],
  summary: 'Lists activities with customers of the caller’s outlet (HQ: all), or with one customer',
  aliases: { Sort: 'SortDirection' },
  body: pageQuery(
    {
      CustomerId: Id,
      ActivityCode: upperCaseFilter,
      Status: ActivityStatus,
      OutletCode: upperCaseFilter,
      DateFrom: DateOnly,
      DateTo: DateOnly,
    },
    { rows: 10, sort: ['CreatedAt', 'ActivityCode'], direction: 'ASC' },
  ),
  reply: pageReply(Activity),
})

export const updateActivity = change({
  path: '/customer/activities/update',
  access: { role },
  scope: namedRows(row('activity', 'ActivityId', 'looked up')),
  summary: 'Changes the fields that are sent; only its author and head office may',
  ignored: {
    ...ignoreFields('They stay as they were recorded', 'CustomerId', 'SSOBuildingId'),
    ...ignoreFields('An activity is deleted by a call of its own', 'Status'),
  },
  body: z.strictObject({
    ActivityId: Id,
    Version: Version.optional(),
    ActivityCode: upperCaseText(20).optional(),
    ActivityLog: ActivityLog.optional(),
  }),
  reply: Activity,
})

const byId = {
  access: { role },
  scope: namedRows(row('activity', 'ActivityId', 'looked up')),
  body: z.strictObject({ ActivityId: Id }),
  reply: Activity,
} as const

export const deleteActivity = change({
  ...byId,
  path: '/customer/activities/delete',
  summary: 'Deletes an activity; can be undone for 30 seconds',
})

export const restoreActivity = change({
  ...byId,
  path: '/customer/activities/restore',
  summary: 'Undoes a delete within 30 seconds',
})
