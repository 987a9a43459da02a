import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { DateOnly, upperFilter } from '#kit/contract/fields.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow } from '#kit/contract/scope.ts'

/** What stands on the cards. Every figure is that of a list, which shows the same rows under the same filters. */
export const Dashboard = z.strictObject({
  /** Null: all outlets. */
  OutletCode: z.string().nullable(),
  DateFrom: z.string(),
  DateTo: z.string(),
  /** Yesterday: the last day that is over, up to which the figures count. */
  AsAt: z.string(),
  /** Premium memberships that are Active and had begun by the end of AsAt. */
  TotalActiveMember: z.int(),
  /** Memberships that began between the dates, AsAt at the latest; archived, merged and deleted ones are left out. */
  TotalNewMember: z.int(),
  /** Of the new ones: those who registered themselves. */
  TotalSelfRegistered: z.int(),
  /** Of the new ones: those whom staff registered. */
  TotalManualRegistered: z.int(),
})
export type Dashboard = z.infer<typeof Dashboard>

export const refusals = {
  otherOutlet: refusal(403, 'dashboard.other_outlet', 'You can only view the figures of your own outlet'),
  datesReversed: refusal(400, 'dashboard.dates_reversed', 'The end cannot be before the start'),
  tooLong: refusal(400, 'dashboard.too_long', 'Choose at most {Days} days'),
}

export const getDashboard = read({
  path: '/dashboard/find-one',
  access: 'staff',
  scope: noRow('own outlet'),
  about: ['sale', 'customer', 'membership'],
  summary: 'The figures of the dashboard for one outlet, or for all of them (head office), between two dates',
  body: z.strictObject({
    /** HQ or none: all outlets. Others than head office see their own, whatever is left out. */
    OutletCode: upperFilter.nullish(),
    DateFrom: DateOnly,
    DateTo: DateOnly,
  }),
  reply: Dashboard,
})
