import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

type Options = {
  /** Replaces the backend process id that clients see, as poolers do. */
  asPooler?: boolean
}

/** A proxy between a server and its database, so that a test can cut and restore the connection. */
export async function databaseProxy(databaseUrl: string, { asPooler = false }: Options = {}) {
  let target = new URL(databaseUrl)
  /** A text of a transaction whose confirmation gets lost. */
  let lostText: string | undefined
  const sockets = new Set<Socket>()
  const proxy = createServer((from) => {
    const to = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one)
      if (asPooler && one === to) one.pipe(withOwnNumbers()).pipe(other)
      else if (one === to)
        one
          .pipe(withLostCommit(from))
          .on('error', () => from.destroy())
          .pipe(other)
      else one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  /** Breaks the connection instead of forwarding the confirmation of the transaction that sent the text. */
  function withLostCommit(from: Socket) {
    let isLost = false
    from.on('data', (chunk: Buffer) => {
      if (lostText !== undefined && chunk.includes(lostText)) isLost = true
    })
    return new Transform({
      transform(chunk: Buffer, _, done) {
        if (!isLost || !chunk.includes('COMMIT\0')) return done(null, chunk)
        lostText = undefined
        done(new Error('lost'))
      },
    })
  }
  const listen = (port: number) => new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = proxy.address() as AddressInfo
  const url = new URL(databaseUrl)
  url.port = String(port)

  /** Closes all connections and refuses new ones. */
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
    /** The server commits the next transaction that sends this text, but the client does not learn it. */
    loseCommitOf: (text: string) => {
      lostText = text
    },
    /** Closes all open connections; the proxy still accepts new ones. */
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

const BACKEND_KEY = Buffer.from([0x4b, 0, 0, 0, 12])

/** Replaces the backend process id in messages from the server to the client. */
function withOwnNumbers() {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const at = chunk.indexOf(BACKEND_KEY)
      if (at >= 0) chunk.writeInt32BE(chunk.readInt32BE(at + BACKEND_KEY.length) + 1_000_000, at + BACKEND_KEY.length)
      done(null, chunk)
    },
  })
}
