import { createElement } from 'react'
import type { Screen } from '#kit/web/screen.ts'
import { type ReportKey, reportDefinitions, reportKeys } from '../contract/table.ts'
import { reportingPath } from '../paths.ts'
import { reportPages } from './reports.ts'

/** Groups all reports by their menu path or view path, in the order of the table. */
const byAddress = (kind: 'menu' | 'view') => [...Map.groupBy(reportKeys, (key) => reportDefinitions[key][kind])]

const pagesOf = (keys: readonly ReportKey[]) => Promise.all(keys.map((key) => reportPages[key]()))

/** Routes of the pages with filters, and routes of the pages that show one report alone. */
export const reportScreens: readonly Screen[] = [
  ...byAddress('menu').map(
    ([path, keys]): Screen => ({
      path,
      title: `reports:screens.${keys[0]!}`,
      role: reportDefinitions[keys[0]!].role,
      parent: reportingPath.pattern,
      load: async () => {
        const [{ ReportPages }, pages] = await Promise.all([import('./engine/ReportPages.tsx'), pagesOf(keys)])
        return { default: () => createElement(ReportPages, { pages }) }
      },
    }),
  ),
  ...byAddress('view').map(
    ([path, keys]): Screen => ({
      path,
      title: `reports:screens.${keys[0]!}`,
      role: reportDefinitions[keys[0]!].role,
      fullPage: true,
      load: async () => {
        const [{ ReportViews }, pages] = await Promise.all([import('./engine/ReportView.tsx'), pagesOf(keys)])
        return { default: () => createElement(ReportViews, { pages }) }
      },
    }),
  ),
]
