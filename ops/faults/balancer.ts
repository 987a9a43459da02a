import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a round-robin proxy without retries. */
export async function startBalancer(bases: readonly (() => string)[]) {
  let requestCount = 0
  const server = createServer((from, to) => {
    const base = bases[requestCount++ % bases.length]!()
    const { host: _, connection: __, ...headers } = from.headers
    const passed = request(`${base}${from.url}`, { method: from.method, headers, agent: false }, (reply) => {
      to.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(to)
    })
    passed.on('error', () => to.destroy())
    from.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    base: () => url,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
