import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFolder } from '#kit/server/storage/folder.ts'
import { REPORT_TIME, reportCompany } from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { reportingPage } from '../../../../scripts/generate-reporting.ts'
import { writeReportingFiles } from './write-files.ts'

const page = readFileSync('docs/reporting.md', 'utf8')
const app = useApp({ at: REPORT_TIME })
const folder = mkdtempSync(join(tmpdir(), 'carat-files-'))
beforeAll(async () => void (await reportCompany(app)))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('docs/reporting.md: describes the views of the database; run `npm run generate` after a change', async () => {
  expect(page).toBe(await reportingPage(page, app.url))
})

test('docs/reporting.md: the DuckDB statements run on the files and return the figures of the company', async () => {
  await writeReportingFiles({
    url: app.url,
    storage: openFolder(folder),
    amounts: true,
    now: app.clock.now(),
    log: () => {},
  })
  const duck = await (await DuckDBInstance.create(':memory:')).connect()
  const blocks = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, text]) =>
    text!.replace('/data/carat/', `${folder}/`),
  )
  expect(blocks).toHaveLength(4)
  const [setUp, ...queries] = blocks
  await duck.run(setUp!)
  const results = []
  for (const query of queries) results.push((await duck.runAndReadAll(query)).getRowsJson())
  const [net, points, buyers] = results
  // Sales E and W, B, C and D less the returns of March; A in February.
  expect(net).toEqual([
    ['2026-02', 'KLCC', '100.00'],
    ['2026-03', 'KLCC', '1649.50'],
    ['2026-03', 'PAV', '300.00'],
  ])
  expect(points).toContainEqual(['2026-03', 'Redeem', '-20'])
  expect(buyers).toEqual([
    ['GOLD', '1', '1'],
    ['SILVER', '1', '3'],
    ['none', '1', '1'],
  ])
  duck.closeSync()
})
