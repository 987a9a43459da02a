import { z } from 'zod'
import { DateOnly, filterText, Id, Instant, PersonName, text, upperFilter } from '#kit/contract/fields.ts'
import { report } from '../contract/report.ts'

/** What a line of the log of sign-ins tells; what is none of them is a note of another kind. */
export const LoginWhat = z.enum(['Signed in', 'Signed out', 'Refused', 'Other'])

const row = {
  LoginActivityId: Id,
  ActivityDateTime: Instant,
  /** Null: a name that nobody has was typed. */
  Username: z.string().nullable(),
  FullName: PersonName.nullable(),
  OutletCode: z.string().nullable(),
  LoginWhat,
  ActivityDescription: z.string(),
  /** Null without the privilege View Audit, as the address is. */
  SessionId: z.string().nullable(),
  SourceIP: z.string().nullable(),
}

export const loginActivity = report('loginActivity', {
  summary: 'Sign-ins, sign-outs and refused tries between two days, with who, when and from where',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    LoginWhat,
    Username: filterText,
    OutletCode: upperFilter,
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
