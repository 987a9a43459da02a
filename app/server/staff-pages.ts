import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { reportTable } from '#areas/reports/contract/table.ts'
import type { Path } from '#kit/contract/path.ts'

// THE ADDRESSES OF THE WEB APPLICATION, so that any other one is answered as not found. The browser has the same list with its screens;
// tests/paths.test.ts compares the two.

const project = resolve(import.meta.dirname, '../..')

const declaredIn = async (file: string) =>
  Object.values((await import(resolve(project, file))) as Record<string, Path>).map(({ pattern }) => pattern)

const declared = await Promise.all(
  ['app/web/paths.ts', ...readdirSync(resolve(project, 'areas')).map((area) => `areas/${area}/paths.ts`)]
    .filter((file) => existsSync(resolve(project, file)))
    .map(declaredIn),
)
/** The pages of the menu's groups that no area brings itself (app/web/screens.ts). */
const sections = ['registration', 'rewards', 'campaign', 'member', 'points-management', 'setup', 'feedback'].map(
  (key) => `/${key}`,
)
const ofReports = Object.values(reportTable).flatMap(({ menu, view }) => [menu, view])

/** As the router of the browser writes them: `:Name` is one part of the address, a `*` at the end is any. */
export const staffPages: readonly string[] = [
  ...new Set(['/', '/index.html', '/auth', '/auth/*', ...sections, ...declared.flat(), ...ofReports]),
]

const forms = staffPages.map(
  (page) => new RegExp(`^${page.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+').replace(/\*$/, '.*')}/?$`),
)

/** Whether the web application has a page at this address; `path` is without the base path and the query. */
export const isStaffPage = (path: string) => path === '' || forms.some((form) => form.test(path))
