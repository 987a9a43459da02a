import { hash } from '@node-rs/argon2'
import { createSandbox } from '#app/server/sandbox/sandbox.ts'
import { addEarningRules, cardCategory, companyBrands } from '#tests/factories/sales.ts'
import { make, systemWith, type TestApp, useApp } from '#tests/harness.ts'
import type { Driver } from './drivers.ts'
import type { ConformanceTarget } from './run.ts'
import { createTill, type TillEntry } from './till.ts'
import type { WrongHabit } from './wrong-habits.ts'

const CLIENT_SECRET = 'secret-of-the-till-under-test'

/** Returns a function that starts a sandbox on the database of this test file. Call that function inside a test. */
export function useTarget(): () => ConformanceTarget {
  const sandbox = createSandbox()
  let url = ''
  const app: TestApp = useApp({
    demo: true,
    sandbox,
    prepare: async (server) => {
      url = await prepare(server)
    },
  })
  return () => ({
    ...{ url, sandbox, sql: app.sql, clientId: 'pos', clientSecret: CLIENT_SECRET },
    ...{ outlet: 'KLCC', brand: 'Carat', category: 'SILVER', serverSecret: app.services.secret },
  })
}

async function prepare(app: TestApp) {
  await addEarningRules(app.db)
  await companyBrands(app.db, ['Carat'], 'Active')
  await cardCategory(app.db, 'SILVER')
  const PasswordHash = await hash(CLIENT_SECRET, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
  const till = {
    ...systemWith(
      'sales:write',
      'sales:cancel',
      'points:redeem',
      'points:redeem:cancel',
      'members:read',
      'vouchers:use',
    ),
    outlet: 'KLCC',
  }
  await make.account(app.db, till, { Username: 'pos', PasswordHash })
  return app.listen()
}

/** Runs the reference till in this process, with its entries in memory. */
export function inProcessDriver(habit?: WrongHabit): Driver {
  let output = ''
  let stored: TillEntry[] = []
  const storage = {
    load: () => structuredClone(stored),
    save: (entries: readonly TillEntry[]) => {
      stored = structuredClone([...entries])
    },
  }
  const open = () => createTill({ storage, log: (text) => (output += text), habit })
  let perform = open()
  return {
    async perform(command) {
      const answer = await perform(command)
      output += JSON.stringify(answer)
      return answer
    },
    restart: async () => {
      perform = open()
    },
    output: () => output,
    end: async () => {},
  }
}
