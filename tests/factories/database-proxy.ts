import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between a server and its database, so that a test can take the database away and bring it back. */
export async function databaseProxy(databaseUrl: string) {
  let target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const proxy = createServer((from) => {
    const to = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  const listen = (port: number) => new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = proxy.address() as AddressInfo
  const url = new URL(databaseUrl)
  url.port = String(port)

  /** Connections break, new ones are refused. */
  const goAway = () =>
    new Promise<void>((resolve) => {
      proxy.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return {
    url: url.href,
    goAway,
    comeBack: async (newUrl = target.href) => {
      target = new URL(newUrl)
      await listen(port)
    },
    /** Cuts what is connected; who comes again is let in. */
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}
