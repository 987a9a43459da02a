import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { DateOnly, upperCaseFilter } from '#kit/contract/fields.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

/** The figures of the dashboard cards. Each figure equals the count of a list with the same filters. */
export const Dashboard = z.strictObject({
  /** The outlet of the figures; null means all outlets. */
  OutletCode: z.string().nullable(),
  DateFrom: z.string(),
  DateTo: z.string(),
  /** Yesterday, the last complete day that the figures include. */
  AsAt: z.string(),
  /** Active premium memberships with a join date up to AsAt. */
  TotalActiveMember: z.int(),
  /** Memberships with a join date in the period up to AsAt, except archived, merged and deleted memberships. */
  TotalNewMember: z.int(),
  /** Number of new members who registered themselves. */
  TotalSelfRegistered: z.int(),
  /** Number of new members whom staff registered. */
  TotalManualRegistered: z.int(),
})
export type Dashboard = z.infer<typeof Dashboard>

export const dashboardRefusals = {
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
     * If omitted or HQ, head office gets all outlets, and other users get their own outlet.
     * Users outside head office get 403 for another outlet.
     */
    OutletCode: upperCaseFilter.nullish(),
    DateFrom: DateOnly,
    DateTo: DateOnly,
  }),
  reply: Dashboard,
})
