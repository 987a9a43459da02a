import { z } from 'zod'
import { reportRoles } from '#areas/access/roles.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { Instant, YN } from '#kit/contract/fields.ts'
import { pageReply } from '#kit/contract/page.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { type ReportKey, reportKeys } from './contract/table.ts'

// Endpoints of the home page of reports: the user's favourites, and when the user last ran each report.

const Key = z.enum(reportKeys as [ReportKey, ...ReportKey[]])
const access = { role: reportRoles } as const

export const ReportUse = z.strictObject({ Report: Key, FavouriteYN: YN, LastRunAt: Instant.nullable() })
export type ReportUse = z.infer<typeof ReportUse>

export const listReports = read({
  path: '/reporting/reports/find-all',
  access,
  scope: unnamedRows('own account'),
  about: ['report'],
  summary: "Lists the user's favourite reports and those run before, the latest first",
  body: z.strictObject({}),
  reply: pageReply(ReportUse),
})

export const setFavouriteReport = change({
  path: '/reporting/reports/keep',
  access,
  scope: unnamedRows('own account'),
  about: ['report'],
  summary: "Adds a report to the user's favourites, or removes it",
  body: z.strictObject({ Report: Key, FavouriteYN: YN }),
  reply: ReportUse,
})

export const recordReportRun = change({
  path: '/reporting/reports/note',
  access,
  scope: unnamedRows('own account'),
  about: ['report'],
  summary: 'Records that the user ran a report',
  body: z.strictObject({ Report: Key }),
  reply: ReportUse,
})
