import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { migrate } from '#kit/server/migrate.ts'
import { clientSource, documentOfAllCalls } from './generate-client.ts'
import { configurationPage } from './generate-configuration.ts'
import { eventFunctions, eventsPage } from './generate-events.ts'
import { functionsSource } from './generate-functions.ts'
import { reportingPage } from './generate-reporting.ts'
import { reportPagesSource, reportRoutesSource, reportTextsSource } from './generate-reports.ts'
import { rewardKindFunctions } from './generate-reward-kinds.ts'
import { settingDefaultsFunction } from './generate-setting-defaults.ts'
import { tablesSource } from './generate-tables.ts'
import { lockWithoutEngines } from './lock-without-engines.ts'

// `npm run generate`: writes all generated files.

writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationPage())
writeFileSync(new URL('../docs/events.md', import.meta.url), eventsPage())
writeFileSync(new URL('../db/sql/events.sql', import.meta.url), eventFunctions())
writeFileSync(new URL('../areas/rewards/sql/kinds.sql', import.meta.url), rewardKindFunctions())
writeFileSync(new URL('../areas/reports/server/report-routes.ts', import.meta.url), reportRoutesSource())
writeFileSync(new URL('../areas/reports/web/reports.ts', import.meta.url), reportPagesSource())
writeFileSync(new URL('../areas/reports/web/report-texts.ts', import.meta.url), reportTextsSource())
writeFileSync(new URL('../areas/setup/sql/setting_defaults.sql', import.meta.url), settingDefaultsFunction())
writeFileSync(new URL('../packages/client/src/calls.ts', import.meta.url), clientSource(await documentOfAllCalls()))
writeFileSync(new URL('../package-lock.json', import.meta.url), lockWithoutEngines())

const dataDir = await mkdtemp(join(tmpdir(), 'carat-generate-'))
const { url, stop } = await startEmbeddedPostgres({ dataDir, throwaway: true })
try {
  await migrate({ url })
  writeFileSync(new URL('../db/tables.ts', import.meta.url), await tablesSource(url))
  writeFileSync(new URL('../db/functions.ts', import.meta.url), await functionsSource(url))
  const reporting = new URL('../docs/reporting.md', import.meta.url)
  writeFileSync(reporting, await reportingPage(readFileSync(reporting, 'utf8'), url))
} finally {
  await stop()
  await rm(dataDir, { recursive: true, force: true })
}
