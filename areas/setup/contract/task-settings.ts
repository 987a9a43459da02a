import { define, wholeNumber } from './define-setting.ts'

/** Which contact a sale is credited to, and what makes a task of itself. */
export const taskSettings = {
  'tasks.creditDays': define({
    group: 'members',
    schema: wholeNumber(0, 365),
    default: 14,
    unit: 'days',
    description:
      'A sale within so many days of a logged contact is credited to the task and to who made the contact; 0 credits none',
  }),
  'occasions.dailyCap': define({
    group: 'members',
    schema: wholeNumber(0, 500),
    default: 20,
    description:
      'Occasions make at most so many tasks for an outlet a day; what finds no room is tried again the next day',
  }),
  'occasions.aheadDays': define({
    group: 'members',
    schema: wholeNumber(0, 60),
    default: 7,
    unit: 'days',
    description: 'Birthdays and anniversaries make a task so many days before; 0 makes none',
  }),
  'occasions.resizeDays': define({
    group: 'members',
    schema: wholeNumber(0, 365),
    default: 30,
    unit: 'days',
    description: 'So many days after a ring was bought one asks whether it fits; 0 makes no task',
  }),
  'occasions.engagementMonths': define({
    group: 'members',
    schema: wholeNumber(0, 120),
    default: 12,
    unit: 'months',
    description:
      'So many months after an engagement ring was bought its anniversary makes a task, as many days before as birthdays; 0 makes none',
  }),
  'occasions.careMonths': define({
    group: 'members',
    schema: wholeNumber(0, 120),
    default: 6,
    unit: 'months',
    description: 'So many months after a purchase cleaning and inspection are offered; 0 makes no task',
  }),
  'occasions.valuationMonths': define({
    group: 'members',
    schema: wholeNumber(0, 240),
    default: 24,
    unit: 'months',
    description: 'So many months after a costly purchase a new valuation is offered; 0 makes no task',
  }),
  'occasions.valuationFrom': define({
    group: 'members',
    schema: wholeNumber(0, 1_000_000_000),
    default: 10000,
    description: 'What a piece must have cost for a new valuation to be offered',
  }),
  'occasions.pointsDays': define({
    group: 'members',
    schema: wholeNumber(0, 365),
    default: 30,
    unit: 'days',
    description: 'Points that expire within so many days make a task; 0 makes none',
  }),
  'occasions.pointsAtLeast': define({
    group: 'members',
    schema: wholeNumber(1, 1_000_000_000),
    default: 500,
    unit: 'points',
    description: 'So many points must expire on a day to make a task',
  }),
  'occasions.prospectDays': define({
    group: 'members',
    schema: wholeNumber(0, 365),
    default: 2,
    unit: 'days',
    description: 'Who registered so many days ago and has not bought makes a task; 0 makes none',
  }),
  'occasions.lapsedMonths': define({
    group: 'members',
    schema: wholeNumber(0, 120),
    default: 12,
    unit: 'months',
    description: 'Whose last purchase was so many months ago makes a task; 0 makes none',
  }),
}
