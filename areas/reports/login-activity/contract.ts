import { z } from 'zod'
import { DateOnly, filterText, Id, Instant, PersonName, text, upperCaseFilter } from '#kit/contract/fields.ts'
import { declareReport } from '../contract/report.ts'

/** Kinds of sign-in activities; Other covers all further kinds. */
export const SignInActivity = z.enum(['Signed in', 'Signed out', 'Refused', 'Other'])

const row = {
  LoginActivityId: Id,
  ActivityDateTime: Instant,
  /** User name that was entered; null if unknown. */
  Username: z.string().nullable(),
  FullName: PersonName.nullable(),
  OutletCode: z.string().nullable(),
  LoginWhat: SignInActivity,
  ActivityDescription: z.string(),
  /** Id of the session; null without the privilege View Audit, like SourceIP. */
  SessionId: z.string().nullable(),
  SourceIP: z.string().nullable(),
}

export const loginActivityReport = declareReport('loginActivity', {
  summary: 'Lists sign-ins, sign-outs and refused attempts between two days with user, time and address',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    LoginWhat: SignInActivity,
    Username: filterText,
    OutletCode: upperCaseFilter,
    SourceIP: text(45),
    SessionId: text(60),
  },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'LoginActivityId',
  totals: { Activities: z.int(), SignIns: z.int(), Refusals: z.int(), Users: z.int(), Addresses: z.int() },
  sort: [
    'ActivityDateTime',
    'Username',
    'FullName',
    'OutletCode',
    'LoginWhat',
    'ActivityDescription',
    'SessionId',
    'SourceIP',
  ],
  about: ['login activity'],
})
