import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { cases, casesOf } from './cases.ts'
import { type Driver, httpDriver, scriptDriver } from './drivers.ts'
import type { DriverCommand } from './protocol.ts'
import { failedResults } from './report.ts'
import { runCases } from './run.ts'
import { inProcessDriver, useTarget } from './test-target.ts'
import { type WrongHabit, wrongHabits } from './wrong-habits.ts'
import { wrongTills } from './wrong-tills.ts'

const target = useTarget()
const PATIENCE_SECONDS = 120

async function failuresOf(driver: Driver) {
  const results = await runCases(cases, target(), driver).finally(driver.end)
  return failedResults(results).map(({ id, reasons }) => [id, ...reasons])
}

describe('all cases of the conformance kit', () => {
  test('conformance kit: the reference till passes all cases when it runs in the process of the kit', async () => {
    expect(await failuresOf(inProcessDriver())).toEqual([])
  })

  test('conformance kit: the reference till passes all cases when the kit kills and restarts it as a separate process', async () => {
    const store = join(mkdtempSync(join(tmpdir(), 'carat-till-')), 'queue.json')
    const command = `"${process.execPath}" ops/conformance/till-driver.ts "--store=${store}"`
    expect(await failuresOf(scriptDriver(command, PATIENCE_SECONDS))).toEqual([])
  })

  test('conformance kit: the reference till passes all cases behind an HTTP driver that is restarted instead of killed', async () => {
    const till = inProcessDriver()
    const server = createServer(async (request, reply) => {
      const command = (await json(request)) as DriverCommand
      const answer = command.do === 'restart' ? await till.restart() : await till.perform(command)
      reply.end(JSON.stringify(answer ?? { outcome: 'done', shown: 'Restarted' }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const driver = httpDriver(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, PATIENCE_SECONDS)
    const results = await runCases(casesOf(['A3', 'K3', 'K12', 'R5', 'X1']), target(), driver)
    server.close()
    expect(failedResults(results)).toEqual([])
  })

  test('conformance kit: if the driver exits, each case fails with its exit code', async () => {
    const results = await runCases(casesOf(['S1', 'S2']), target(), scriptDriver('exit 3', PATIENCE_SECONDS))
    expect(results.flatMap(({ reasons }) => reasons)).toEqual(Array(2).fill('The driver ended with exit code 3'))
  })

  const hasPython = spawnSync('python3', ['--version']).status === 0
  test(`conformance kit: the example in Python passes all cases${hasPython ? '' : ' (python3 is not on this machine: not played)'}`, async () => {
    if (!hasPython) return
    const store = join(mkdtempSync(join(tmpdir(), 'carat-till-')), 'till.db')
    const command = `python3 examples/till-python/till.py --driver "--store=${store}"`
    expect(await failuresOf(scriptDriver(command, PATIENCE_SECONDS))).toEqual([])
  })

  test.each<WrongHabit>(wrongHabits)(
    'conformance kit: a till with the wrong habit %s fails with the reason listed for the habit',
    async (habit) => {
      const { detectedBy, reason } = wrongTills[habit]
      const [result] = await runCases(casesOf([detectedBy]), target(), inProcessDriver(habit))
      expect(result!.reasons.join('\n')).toMatch(reason)
    },
  )
})
