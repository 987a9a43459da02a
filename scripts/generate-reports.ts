import { reportDefinitions } from '#areas/reports/contract/table.ts'

// Generates the lists of all reports that import their modules (routes, pages, text types), from the reports' table.

const head = '// Written by `npm run generate` from areas/reports/contract/table.ts.\n\n'

const reports = Object.entries(reportDefinitions).map(([key, entry]) => ({
  key,
  folder: 'folder' in entry ? entry.folder : key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
}))
const folders = [...new Set(reports.map(({ folder }) => folder))].toSorted()
const keysOf = (folder: string) => reports.filter((report) => report.folder === folder).map(({ key }) => key)
const lines = (texts: readonly string[]) => texts.join('\n')

/** Returns the text of areas/reports/server/report-routes.ts. */
export const reportRoutesSource = () => `${head}${lines(
  folders.map((folder) => {
    const names = keysOf(folder).map((key) => `${key}Route`)
    return `import { ${names.toSorted().join(', ')} } from '../${folder}/server.ts'`
  }),
)}
import type { ReportRoute } from './report.ts'

/** Routes of all reports. */
export const reportRoutes: readonly ReportRoute[] = [
${lines(reports.map(({ key }) => `  ${key}Route,`))}
]
`

/** Returns the text of areas/reports/web/reports.ts. */
export const reportPagesSource = () => `${head}import type { ReportKey } from '../contract/table.ts'
import type { ReportPage } from './engine/page.ts'

/** Pages of all reports; each page is loaded when the user opens it. */
export const reportPages: Record<ReportKey, () => Promise<ReportPage>> = {
${lines(reports.map(({ key, folder }) => `  ${key}: async () => (await import('../${folder}/web.tsx')).${key}Page,`))}
}
`

/** Returns the text of areas/reports/web/report-texts.ts. */
export const reportTextsSource = () => `${head}${lines(
  folders.map((folder) => `import type ${keysOf(folder)[0]} from '../${folder}/texts.json'`),
)}

/** The texts of all reports. */
export type ReportTexts = ${folders.map((folder) => `typeof ${keysOf(folder)[0]}`).join(' &\n  ')}
`
