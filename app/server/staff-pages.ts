import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { reportDefinitions } from '#areas/reports/contract/table.ts'
import type { DefinedPath } from '#kit/contract/path.ts'
import { recordPages } from './areas.ts'

// The route patterns of the staff application. All other URLs get status 404.
// tests/paths.test.ts compares these patterns with the screens of the browser.

const project = resolve(import.meta.dirname, '../..')

const declaredIn = async (file: string) =>
  Object.values((await import(resolve(project, file))) as Record<string, DefinedPath>).map(({ pattern }) => pattern)

const areaPaths = await Promise.all(
  ['app/web/paths.ts', ...readdirSync(resolve(project, 'areas')).map((area) => `areas/${area}/paths.ts`)]
    .filter((file) => existsSync(resolve(project, file)))
    .map(declaredIn),
)
/** The pages of menu sections, which belong to no area (app/web/screens.ts). */
const sections = ['registration', 'rewards', 'campaign', 'member', 'points-management', 'setup', 'feedback'].map(
  (key) => `/${key}`,
)
const reportPages = Object.values(reportDefinitions).flatMap(({ menu, view }) => [menu, view])

/** Patterns in the syntax of the browser router: `:Name` matches one segment, a final `*` matches anything. */
export const staffPages: readonly string[] = [
  ...new Set([
    '/',
    '/index.html',
    '/auth',
    '/auth/*',
    ...sections,
    ...areaPaths.flat(),
    ...recordPages,
    ...reportPages,
  ]),
]

const patterns = staffPages.map(
  (page) => new RegExp(`^${page.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+').replace(/\*$/, '.*')}/?$`),
)

/** True if the staff application has a page at `path`, given without base path and query. */
export const isStaffPage = (path: string) => path === '' || patterns.some((form) => form.test(path))
