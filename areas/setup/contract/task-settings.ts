import { defineSetting, wholeNumberSchema } from './define-setting.ts'

/** Settings for crediting sales to contacts and for automatic tasks. */
export const taskSettings = {
  'tasks.creditDays': defineSetting({
    group: 'tasks',
    schema: wholeNumberSchema(0, 365),
    default: 14,
    unit: 'days',
    description:
      'A sale within this many days of a logged contact is credited to its task and to the staff member. 0 = off.',
  }),
  'occasions.dailyCap': defineSetting({
    group: 'tasks',
    schema: wholeNumberSchema(0, 500),
    default: 20,
    description: 'Maximum tasks created per outlet and day; the rest roll over.',
  }),
  'occasions.aheadDays': defineSetting({
    group: 'tasks',
    schema: wholeNumberSchema(0, 60),
    default: 7,
    unit: 'days',
    description: 'Birthdays and wedding anniversaries: create a task this many days before. 0 = off.',
  }),
  'occasions.resizeDays': defineSetting({
    group: 'tasks',
    schema: wholeNumberSchema(0, 365),
    default: 30,
    unit: 'days',
    description: 'Days after a ring purchase to ask whether it fits. 0 = off.',
  }),
  'occasions.engagementMonths': defineSetting({
    group: 'tasks',
    schema: wholeNumberSchema(0, 120),
    default: 12,
    unit: 'months',
    description:
      'Months after the purchase of an engagement ring to create an anniversary task, as many days ahead as birthdays. 0 = off.',
  }),
  'occasions.careMonths': defineSetting({
    group: 'tasks',
    schema: wholeNumberSchema(0, 120),
    default: 6,
    unit: 'months',
    description: 'Months after a purchase to offer cleaning and inspection. 0 = off.',
  }),
  'occasions.valuationMonths': defineSetting({
    group: 'tasks',
    schema: wholeNumberSchema(0, 240),
    default: 24,
    unit: 'months',
    description: 'Months after a high-value purchase to offer a new valuation. 0 = off.',
  }),
  'occasions.valuationFrom': defineSetting({
    group: 'tasks',
    schema: wholeNumberSchema(0, 1_000_000_000),
    default: 10000,
    unit: 'currency',
    description: 'Minimum price of a piece for a new valuation.',
  }),
  'occasions.pointsDays': defineSetting({
    group: 'tasks',
    schema: wholeNumberSchema(0, 365),
    default: 30,
    unit: 'days',
    description: 'Create a task for points that expire within this many days. 0 = off.',
  }),
  'occasions.pointsAtLeast': defineSetting({
    group: 'tasks',
    schema: wholeNumberSchema(1, 1_000_000_000),
    default: 500,
    unit: 'points',
    description: 'Minimum points expiring on a day to create a task.',
  }),
  'occasions.prospectDays': defineSetting({
    group: 'tasks',
    schema: wholeNumberSchema(0, 365),
    default: 2,
    unit: 'days',
    description: 'Days after registration without a purchase to create a task. 0 = off.',
  }),
  'occasions.lapsedMonths': defineSetting({
    group: 'tasks',
    schema: wholeNumberSchema(0, 120),
    default: 12,
    unit: 'months',
    description: 'Months since the last purchase to create a task. 0 = off.',
  }),
}
