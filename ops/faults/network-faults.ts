import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '#tests/factories/generated-bodies.ts'
import { evaluateAwards, startAwards } from './awards.ts'
import { atMost, type Finding, finding, type Options } from './report.ts'
import { openTestInstallation, type TestInstallation } from './world.ts'

/** The faults of the network between server and database. */
type Weather =
  | 'fair'
  /** Drops data silently. */
  | 'black hole'
  /** Resets connections. */
  | 'reset'
  /** Adds 200 ms of latency. */
  | 'slow'
  /** Cuts connections after some bytes. */
  | 'cut'
  /** Cuts connections after COMMIT was sent and before its result arrives. */
  | 'cut at commit'

async function weatherProxy(url: string) {
  const target = new URL(url)
  const random = seeded(5)
  const pairs = new Set<[Socket, Socket]>()
  let weather: Weather = 'fair'
  let cuts = 0

  const end = (pair: [Socket, Socket]) => {
    pairs.delete(pair)
    for (const socket of pair) socket.resetAndDestroy()
  }
  const server = createServer((from) => {
    const to = connect(Number(target.port), target.hostname)
    const pair: [Socket, Socket] = [from, to]
    pairs.add(pair)
    let bytesLeft = 2_000 + Math.floor(random() * 20_000)
    const pass = (chunk: Buffer, destination: Socket, isQuery: boolean) => {
      if (weather === 'black hole') return
      if (weather === 'slow') return void setTimeout(() => !destination.destroyed && destination.write(chunk), 200)
      if (weather === 'cut') bytesLeft -= chunk.length
      if (bytesLeft < 0) {
        cuts++
        destination.write(chunk.subarray(0, Math.floor(chunk.length / 2)))
        return end(pair)
      }
      if (weather === 'cut at commit' && isQuery && chunk.includes('commit') && random() < 0.2) {
        cuts++
        // The database receives the data, but the server never gets the result.
        destination.write(chunk, () => setTimeout(() => end(pair), 20))
        from.pause()
        to.removeAllListeners('data')
        to.resume()
        return
      }
      destination.write(chunk)
    }
    from.on('data', (chunk: Buffer) => pass(chunk, to, true))
    to.on('data', (chunk: Buffer) => pass(chunk, from, false))
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        for (const endpoint of pair) endpoint.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    cuts: () => cuts,
    become(next: Weather) {
      weather = next
      if (next === 'reset') for (const pair of [...pairs]) end(pair)
    },
    close() {
      server.close()
      for (const pair of [...pairs]) end(pair)
    },
  }
}

type Proxy = Awaited<ReturnType<typeof weatherProxy>>

/** Scenario C5: tills award points during faults of the network to the database. */
export async function networkFaults({ short, log }: Options): Promise<Finding[]> {
  let proxy: Proxy | undefined
  const world = await openTestInstallation({
    through: async (url) => {
      proxy = await weatherProxy(url)
      return proxy.url
    },
  })
  try {
    const findings: Finding[] = []
    for (const weather of ['black hole', 'reset', 'slow', 'cut', 'cut at commit'] as const) {
      log(weather)
      findings.push(...(await under(world, proxy!, weather, short ? 150 : 800)))
    }
    return findings
  } finally {
    proxy?.become('fair')
    await world.close()
    proxy?.close()
  }
}

async function under(
  world: TestInstallation,
  proxy: Proxy,
  weather: Exclude<Weather, 'fair'>,
  count: number,
): Promise<Finding[]> {
  const prefix = `NET${weather.replaceAll(/\W/g, '').toUpperCase()}`
  const awards = await startAwards(world, { count, prefix, timeout: 30_000 })
  for (let turn = 0; turn < 4; turn++) {
    await sleep(300)
    proxy.become(weather)
    await sleep(weather === 'black hole' ? 4_000 : 1_500)
    proxy.become('fair')
  }
  await awards.done
  const cuts = proxy.cuts()
  const result = await evaluateAwards(world, awards, { count, prefix })
  const printed = weather.startsWith('cut') ? [finding('connections closed so far', 'some', cuts, cuts > 0)] : []
  const findings = [...printed, ...result, atMost('longest wait for an answer', 3_500, awards.slowest())]
  return findings.map((one) => ({ ...one, measure: `${weather}: ${one.measure}` }))
}
