import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { moveClock, planFaults } from '#app/server/sandbox/contract.ts'
import { sandboxTillCredentials, sandboxVoucher } from '#app/server/sandbox/start.ts'
import { cases, casesOf, casesTable } from './cases.ts'
import { answerOf } from './protocol.ts'
import { failedResults, htmlOf } from './report.ts'
import { runCases } from './run.ts'
import { inProcessDriver, useTarget } from './test-target.ts'
import type { WrongHabit } from './wrong-habits.ts'
import { wrongTills } from './wrong-tills.ts'

const target = useTarget()

describe('conformance kit for tills', () => {
  test('conformance kit: there are at least 40 cases with unique ids and texts, and the case about the output is the last', () => {
    expect(cases.length).toBeGreaterThanOrEqual(40)
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
    expect(cases.filter(({ title, played, judged }) => !title || !played || !judged)).toEqual([])
    expect(cases.at(-1)!.id).toBe('X1')
  })

  test('conformance kit: the reference till passes the cases for sign-in, retries, crash, return, allowances and clock', async () => {
    const results = await runCases(
      casesOf(['A3', 'K2', 'K3', 'K6', 'K12', 'S4', 'R2', 'O1', 'O2', 'O3', 'P4', 'C3', 'X1']),
      target(),
      inProcessDriver(),
    )
    expect(failedResults(results)).toEqual([])
    expect(results).toHaveLength(13)
  })

  test.each<WrongHabit>(['new-key-per-retry', 'returns-twice', 'overdraws-offline'])(
    'conformance kit: a till with the wrong habit %s fails with the reason listed for the habit',
    async (habit) => {
      const { detectedBy, reason } = wrongTills[habit]
      const [result] = await runCases(casesOf([detectedBy]), target(), inProcessDriver(habit))
      expect(result).toMatchObject({ verdict: 'failed' })
      expect(result!.reasons.join('\n')).toMatch(reason)
    },
  )

  test('conformance kit: a till without allowances skips their cases', async () => {
    const till = inProcessDriver()
    const unsupported = { outcome: 'unsupported' as const, shown: 'This till does not reserve points' }
    const driver: typeof till = {
      ...till,
      perform: async (command) => (command.do === 'reserve' ? unsupported : till.perform(command)),
    }
    const results = await runCases(casesOf(['O1', 'O2', 'O3']), target(), driver)
    expect(results.map(({ verdict }) => verdict)).toEqual(['skipped', 'skipped', 'skipped'])
  })

  test('conformance kit: if the driver violates the protocol, the case fails with this reason', async () => {
    const driver = {
      ...inProcessDriver(),
      perform: () => Promise.reject(new Error('The driver answered without an outcome')),
    }
    const results = await runCases(casesOf(['S2']), target(), driver)
    expect(results).toMatchObject([{ verdict: 'failed', reasons: ['The driver answered without an outcome'] }])
  })

  test('docs/conformance.md contains the cases, the credentials and valid examples', () => {
    const page = readFileSync('docs/conformance.md', 'utf8')
    const examples = (kind: string) =>
      [...page.matchAll(new RegExp(`\`\`\`json ${kind}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, json]) =>
        JSON.parse(json!),
      )
    expect(page).toContain(casesTable())
    expect(page).toContain(
      `client id \`${sandboxTillCredentials.clientId}\`, secret \`${sandboxTillCredentials.clientSecret}\``,
    )
    expect(page).toContain(`\`${sandboxVoucher.voucherNo}\`, security code \`${sandboxVoucher.securityCode}\``)
    expect(examples('clock').map((example) => moveClock.body.parse(example))).toHaveLength(2)
    expect(examples('faults').map((example) => planFaults.body.parse(example))).toHaveLength(1)
    expect(examples('command')[0]).toMatchObject(sandboxTillCredentials)
    expect(answerOf(examples('answer')[0])).toMatchObject({ outcome: 'done' })
  })

  test('conformance report: texts from the till are escaped', () => {
    const result = { id: 'S2', title: 'Sale', played: 'sell', judged: 'once', requests: [] }
    const results = [{ ...result, verdict: 'failed' as const, reasons: ['<script>'] }]
    const page = htmlOf({ playedAt: '', release: '', driver: 'till & driver', results })
    expect(page).toContain('1 of 1 cases failed.')
    expect(page).toContain('&lt;script&gt;')
    expect(page).toContain('till &amp; driver')
  })
})
