import { connect } from 'node:net'

/** Sends raw bytes. Resolves to all received data once the connection ends or times out. */
export function exchangeRawBytes(port: number, bytes: Buffer, patience: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const timer = setTimeout(() => socket.destroy(), patience)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(text)
    })
    socket.write(bytes)
  })
}
