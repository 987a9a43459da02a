import { reportRoutes } from './report-routes.ts'

/** Reports whose rows are groups, so that the same group can appear in the results of several outlets. */
export const groupedReports: ReadonlySet<string> = new Set(
  reportRoutes.flatMap(({ endpoint, report }) => (report.declared.grouped ? [endpoint.path] : [])),
)
