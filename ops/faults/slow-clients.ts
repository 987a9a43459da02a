import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { API, createClient, signInStaff } from './client.ts'
import { signInCrowd } from './crowd.ts'
import { atMost, expectNone, type Finding, finding, type Options, percentile } from './report.ts'
import { openTestInstallation } from './world.ts'

const ATTACKERS = 300

/** Scenario S1: three hundred connections send single bytes slowly, half of them in the headers, half in the body. */
export async function slowClients({ short }: Options): Promise<Finding[]> {
  const world = await openTestInstallation()
  try {
    const token = await signInStaff(world.server.base)
    const honest = createClient(world.server.base, token)
    // Use other accounts than the honest caller, because attackers reach their own limits.
    const { tokens } = await signInCrowd(world, 12)
    const port = Number(new URL(world.server.base()).port)
    const ends = performance.now() + (short ? 20_000 : 60_000)
    const lives: number[] = []
    const attackers = Promise.all(
      Array.from({ length: ATTACKERS }, async (_, number) => {
        // Open a new connection whenever one is closed.
        while (performance.now() < ends)
          lives.push(await dawdle(port, tokens[number % tokens.length]!, number % 2 === 0, ends))
      }),
    )
    await sleep(500)
    const times: number[] = []
    const statuses = new Map<number, number>()
    while (performance.now() < ends) {
      const answer = await honest.call(`${API}/customer/memberships/lookup`, { Typed: 'JC00000001' })
      times.push(answer.ms)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      // This pause stays below the limit of 600 calls a minute.
      await sleep(110)
    }
    await attackers
    honest.close()
    const strange = [...statuses].filter(([status]) => status !== 200 && status !== 404)
    return [
      finding(
        'slow connections at a time',
        String(ATTACKERS),
        `${ATTACKERS}, ${lives.length} in all`,
        lives.length >= ATTACKERS,
      ),
      atMost('honest calls, 99th of 100', 1_000, percentile(times, 0.99)),
      expectNone('refused honest calls', strange.length, strange),
      atMost('longest life of a slow connection', 15_000, Math.max(...lives)),
    ]
  } finally {
    await world.close()
  }
}

/** Sends one byte every half second until disconnected. Resolves to the lifetime of the connection. */
function dawdle(port: number, token: string, inHead: boolean, ends: number): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now()
    const socket: Socket = connect(port, '127.0.0.1')
    const head = `POST ${API}/customer/memberships/lookup HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`
    socket.write(inHead ? head : `${head}content-length: 100000\r\n\r\n{`)
    const timer = setInterval(() => {
      // Connections that are still open at the end count with their current lifetime.
      if (performance.now() > ends + 20_000) socket.destroy()
      else socket.write(inHead ? 'x' : ' ')
    }, 500)
    socket.resume()
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      resolve(performance.now() - began)
    })
  })
}
