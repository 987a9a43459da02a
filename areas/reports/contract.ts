import { z } from 'zod'
import { reportRoles } from '#areas/access/roles.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { Instant, YN } from '#kit/contract/fields.ts'
import { pageOf } from '#kit/contract/page.ts'
import { noRow } from '#kit/contract/scope.ts'
import { type ReportKey, reportKeys } from './contract/table.ts'

// THE HOME OF ALL REPORTS: which of them one keeps at hand, and when one ran each last.

const Key = z.enum(reportKeys as [ReportKey, ...ReportKey[]])
const access = { role: reportRoles } as const

export const ReportUse = z.strictObject({ Report: Key, FavouriteYN: YN, LastRunAt: Instant.nullable() })
export type ReportUse = z.infer<typeof ReportUse>

export const listReports = read({
  path: '/reporting/reports/find-all',
  access,
  scope: noRow('own account'),
  about: ['report'],
  summary: 'The reports that one keeps at hand or ran before, the latest first',
  body: z.strictObject({}),
  reply: pageOf(ReportUse),
})

export const keepReport = change({
  path: '/reporting/reports/keep',
  access,
  scope: noRow('own account'),
  about: ['report'],
  summary: 'Puts a report among one’s favourites, or takes it out',
  body: z.strictObject({ Report: Key, FavouriteYN: YN }),
  reply: ReportUse,
})

export const noteReport = change({
  path: '/reporting/reports/note',
  access,
  scope: noRow('own account'),
  about: ['report'],
  summary: 'Remembers that one ran a report just now',
  body: z.strictObject({ Report: Key }),
  reply: ReportUse,
})
