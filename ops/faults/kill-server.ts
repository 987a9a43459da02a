import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '#tests/factories/generated-bodies.ts'
import { evaluateAwards, startAwards } from './awards.ts'
import { atMost, type Finding, finding, type Options } from './report.ts'
import { openTestInstallation } from './world.ts'

/** Scenario C1: kills the server at random moments while tills award points, and restarts it. */
export const killServer =
  (embedded: boolean) =>
  async ({ short, log }: Options): Promise<Finding[]> => {
    const count = short ? 1_000 : 10_000
    const kills = short ? 5 : 50
    const random = seeded(1)
    const world = await openTestInstallation({ embedded })
    try {
      const awards = await startAwards(world, { count })
      // Kill by progress instead of time, so that all kills happen during work on any machine.
      const moments = Array.from({ length: kills }, () => Math.floor(random() * count * 0.98)).sort((a, b) => a - b)
      const starts: number[] = []
      for (const moment of moments) {
        while (awards.count() < moment) await sleep(5)
        await sleep(random() * 50)
        await world.server.end('SIGKILL')
        starts.push(await world.server.start())
        if (starts.length % 10 === 0) log(`killed ${starts.length} times, ${awards.count()} awards`)
      }
      await awards.done
      return [
        finding('SIGKILL of the server', String(kills), starts.length, starts.length === kills),
        ...(await evaluateAwards(world, awards, { count })),
        atMost('slowest from start to ready', 5_000, Math.max(...starts)),
        finding(
          'times that an answer was waited for again',
          'some',
          awards.others.get('no answer') ?? 0,
          (awards.others.get('no answer') ?? 0) > 0,
        ),
      ]
    } finally {
      await world.close()
    }
  }
