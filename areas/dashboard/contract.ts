import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { DateOnly, upperFilter } from '#kit/contract/fields.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

/** The figures of the dashboard cards. Each figure equals the count of a list with the same filters. */
export const Dashboard = z.strictObject({
  /** Null means all outlets. */
  OutletCode: z.string().nullable(),
  DateFrom: z.string(),
  DateTo: z.string(),
  /** Yesterday, the last complete day that the figures include. */
  AsAt: z.string(),
  /** Active premium memberships with a join date up to AsAt. */
  TotalActiveMember: z.int(),
  /** Memberships with a join date between the dates, up to AsAt, without archived, merged and deleted ones. */
  TotalNewMember: z.int(),
  /** New members who registered themselves. */
  TotalSelfRegistered: z.int(),
  /** New members registered by staff. */
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
  scope: unnamedRows('own outlet'),
  about: ['sale', 'customer', 'membership'],
  summary: 'Returns the figures of the dashboard for one outlet, or for all (head office), between two dates',
  body: z.strictObject({
    /**
     * Omitted or HQ: all outlets for head office, the user's own outlet for other users.
     * Users outside head office get 403 for another outlet.
     */
    OutletCode: upperFilter.nullish(),
    DateFrom: DateOnly,
    DateTo: DateOnly,
  }),
  reply: Dashboard,
})
