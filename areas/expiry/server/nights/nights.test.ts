import { describe, expect, test } from 'vitest'
import { nightSteps } from '#app/server/areas.ts'
import { runNight } from '#areas/points/server/index.ts'
import { jobContext, staffWith, useApp } from '#tests/harness.ts'
import { listNights, runNightNow } from '../../contract/nights.ts'

const app = useApp({ at: '2026-11-21T17:00:00Z' })
const night = (steps = nightSteps, date?: string) => runNight(jobContext(app), steps, date)

describe('the log of the nights', () => {
  test('tells each step of a night in its order, with its count, and how long it took', async () => {
    const slow = {
      name: 'expire lots',
      portion: async ({ after }: { after: string }) => {
        app.clock.advance(90)
        return after === '' ? { FirstKey: 'JC1', LastKey: 'JC9', Done: 7, Points: 300 } : undefined
      },
    }
    await night([slow])
    const { body } = await app.call(listNights, {})
    expect(body.rows[0]).toMatchObject({
      BusinessDate: '2026-11-22',
      Status: 'Done',
      Failure: null,
      Milliseconds: 180_000,
      Done: 7,
      Points: 300,
      Steps: [
        { Step: 'expire lots', Done: 7, Points: 300, Portions: 1, FromKey: 'JC1', ToKey: 'JC9', Milliseconds: 180_000 },
      ],
    })
    await night()
    const all = (await app.call(listNights, {})).body.rows[0]!
    expect(all.Steps.map(({ Step }) => Step)).toEqual(nightSteps.map(({ name }) => name))
  })

  test('says why a night failed and which step it did not finish', async () => {
    await expect(
      night([{ name: 'expire lots', portion: () => Promise.reject(new Error('the disk is full')) }]),
    ).rejects.toThrow('the disk is full')
    const { body } = await app.call(listNights, { Search: { Status: 'Failed' } })
    expect(body.rows).toMatchObject([
      {
        Status: 'Failed',
        Failure: 'the disk is full',
        Steps: [{ Step: 'expire lots', EndedAt: null, Milliseconds: null }],
      },
    ])
  })

  test('says of one that gives no sign of life any more that it broke off', async () => {
    await app.sql(
      `insert into night_run (business_date, started_at, seen_at) values ('2026-11-22', $1, $1)`,
      app.clock.now(),
    )
    const latest = async () => (await app.call(listNights, {})).body.rows[0]!.Status
    expect(await latest()).toBe('Running')
    app.clock.advance(16 * 60)
    expect(await latest()).toBe('Broken off')
  })

  test('is for head office, which can have the night run again', async () => {
    const outlet = staffWith({ roles: ['Settings'] })
    expect(await app.call(listNights, {}, outlet)).toMatchObject({ status: 403 })
    expect(await app.call(runNightNow, {}, outlet)).toMatchObject({ status: 403 })
    expect((await app.call(runNightNow, {})).body).toEqual({ AskedYN: 'Y' })
    const [log] = await app.sql(`select log_text from audit_log where action_type = 'Run Night'`)
    expect(log).toEqual({ log_text: 'Run Night in Points.' })
  })
})
