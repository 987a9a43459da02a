import { describe, expect, test } from 'vitest'
import { nightlyBatchSteps } from '#app/server/areas.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { jobContext, staffWith, useApp } from '#tests/harness.ts'
import { listNightlyRuns, runNightlyBatchNow } from '../../contract/nightly.ts'

const app = useApp({ at: '2026-11-21T17:00:00Z' })
const runNightly = (steps = nightlyBatchSteps, date?: string) => runNightlyBatch(jobContext(app), steps, date)

describe('list of nightly runs', () => {
  test('nightly runs: a run lists its steps in order, with counts and durations', async () => {
    const slow = {
      name: 'expire lots',
      chunk: async ({ after }: { after: string }) => {
        app.clock.advance(90)
        return after === '' ? { FirstKey: 'JC1', LastKey: 'JC9', Done: 7, Points: 300 } : undefined
      },
    }
    await runNightly([slow])
    const { body } = await app.call(listNightlyRuns, {})
    expect(body.rows[0]).toMatchObject({
      BusinessDate: '2026-11-22',
      Status: 'Done',
      Failure: null,
      Milliseconds: 180_000,
      Done: 7,
      Points: 300,
      Steps: [
        { Step: 'expire lots', Done: 7, Points: 300, Chunks: 1, FromKey: 'JC1', ToKey: 'JC9', Milliseconds: 180_000 },
      ],
    })
    await runNightly()
    const all = (await app.call(listNightlyRuns, {})).body.rows[0]!
    expect(all.Steps.map(({ Step }) => Step)).toEqual(nightlyBatchSteps.map(({ name }) => name))
  })

  test('nightly runs: a failed run shows the error and the unfinished step', async () => {
    await expect(
      runNightly([{ name: 'expire lots', chunk: () => Promise.reject(new Error('the disk is full')) }]),
    ).rejects.toThrow('the disk is full')
    const { body } = await app.call(listNightlyRuns, { Search: { Status: 'Failed' } })
    expect(body.rows).toMatchObject([
      {
        Status: 'Failed',
        Failure: 'the disk is full',
        Steps: [{ Step: 'expire lots', EndedAt: null, Milliseconds: null }],
      },
    ])
  })

  test('nightly runs: a run without a heartbeat for 15 minutes has the status Broken off', async () => {
    await app.sql(
      `insert into nightly_run (business_date, started_at, seen_at) values ('2026-11-22', $1, $1)`,
      app.clock.now(),
    )
    const latest = async () => (await app.call(listNightlyRuns, {})).body.rows[0]!.Status
    expect(await latest()).toBe('Running')
    app.clock.advance(16 * 60)
    expect(await latest()).toBe('Broken off')
  })

  test('nightly runs: only head office can list and start runs', async () => {
    const outlet = staffWith({ roles: ['Settings'] })
    expect(await app.call(listNightlyRuns, {}, outlet)).toMatchObject({ status: 403 })
    expect(await app.call(runNightlyBatchNow, {}, outlet)).toMatchObject({ status: 403 })
    expect((await app.call(runNightlyBatchNow, {})).body).toEqual({ AskedYN: 'Y' })
    const [log] = await app.sql(`select log_text from audit_log where action_type = 'Run Night'`)
    expect(log).toEqual({ log_text: 'Run Night in Points.' })
  })
})
