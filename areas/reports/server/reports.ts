import { reportRoutes } from './report-routes.ts'

/** Paths of reports whose rows are groups, such as members: one group can be in the results of several outlets. */
export const pathsOfGroupedReports: ReadonlySet<string> = new Set(
  reportRoutes.flatMap(({ endpoint, report }) => (report.declared.grouped ? [endpoint.path] : [])),
)
