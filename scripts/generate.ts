import { writeFileSync } from 'node:fs'
import { configurationPage } from './generate-configuration.ts'
import { eventFunctions } from './generate-events.ts'
import { rewardKindFunctions } from './generate-reward-kinds.ts'
import { settingDefaultsFunction } from './generate-setting-defaults.ts'
import { tablesFromMigrations } from './generate-tables.ts'
import { lockWithoutEngines } from './lock-without-engines.ts'

// `npm run generate`: everything that is written from something else.

writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationPage())
writeFileSync(new URL('../db/sql/events.sql', import.meta.url), eventFunctions())
writeFileSync(new URL('../areas/rewards/sql/kinds.sql', import.meta.url), rewardKindFunctions())
writeFileSync(new URL('../areas/setup/sql/setting_defaults.sql', import.meta.url), settingDefaultsFunction())
writeFileSync(new URL('../db/tables.ts', import.meta.url), await tablesFromMigrations())
writeFileSync(new URL('../package-lock.json', import.meta.url), lockWithoutEngines())
