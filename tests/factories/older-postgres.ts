import { type AddressInfo, createServer } from 'node:net'

/** Starts a server that speaks just enough of PostgreSQL's protocol to accept a client and report its version. */
export async function olderPostgres(versionNumber: string) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    let greeted = false
    socket.on('data', (data) => {
      if (!greeted) {
        greeted = true
        const authenticated = message('R', int32(0))
        const key = message('K', Buffer.concat([int32(1), int32(1)]))
        socket.write(Buffer.concat([authenticated, key, ready]))
      } else if (data[0] === 0x51)
        socket.write(Buffer.concat([columns, row(versionNumber), message('C', text('SHOW')), ready]))
      else socket.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL('postgres://carat@127.0.0.1/carat')
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, close: () => new Promise((resolve) => server.close(resolve)) }
}

const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
const int32 = (value: number) => Buffer.from([value >> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255])
const text = (value: string) => Buffer.from(`${value}\0`)
const message = (type: string, body: Buffer) => Buffer.concat([Buffer.from(type), int32(body.length + 4), body])

const ready = message('Z', Buffer.from('I'))
const TEXT_TYPE = 25
const columns = message(
  'T',
  Buffer.concat([
    ...[int16(1), text('server_version_num'), int32(0), int16(0)],
    ...[int32(TEXT_TYPE), int16(-1 & 65_535), int32(-1), int16(0)],
  ]),
)
const row = (value: string) =>
  message('D', Buffer.concat([int16(1), int32(Buffer.byteLength(value)), Buffer.from(value)]))
